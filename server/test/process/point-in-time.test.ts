import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  freePort,
  postgresIdentity,
  program,
  run,
  stop,
  untilReady,
} from '../setup/throw-away-postgres.ts'

const document = readFileSync(new URL('../../../docs/backup.md', import.meta.url), 'utf8')
/** The commands or settings of a numbered step of the document. */
function step(number: number): string {
  const block = new RegExp(`^${number}\\. [^]*?\`\`\`\\w+\\n([^]*?)\`\`\``, 'mu').exec(document)
  return (block?.[1] ?? '').replaceAll(/^ {3}/gmu, '')
}

let folder = ''
const identity = postgresIdentity()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-point-in-time-'))
  if (identity) chownSync(folder, identity.uid, identity.gid)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts PostgreSQL with an own data folder. */
async function startCluster(data: string, env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, port }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program('postgres'), ['-D', data, ...args], {
    ...identity,
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilReady(server)
  return { port, url: `postgres://veni@127.0.0.1:${port}/postgres`, stop: () => stop(server) }
}

async function select(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows
}

test('the recipe of docs/backup.md recovers the rows of a moment, and none that came later', async () => {
  const path = (name: string) => join(folder, name)
  const env: NodeJS.ProcessEnv = {
    PATH: `${program('').replace(/\/$/u, '')}:${process.env['PATH']}`,
    ARCHIVE: path('archive'),
    BASE: path('base'),
    RECOVERED: path('recovered'),
  }
  const shell = (commands: string, more: NodeJS.ProcessEnv = {}) =>
    execFileSync('bash', ['-euc', commands], {
      ...identity,
      cwd: folder,
      env: { ...env, ...more },
      stdio: 'pipe',
    })
  mkdirSync(path('archive'))
  if (identity) chownSync(path('archive'), identity.uid, identity.gid)
  shell(`initdb -D '${path('data')}' -U veni -A trust -E UTF8 --no-locale`)
  writeFileSync(path('data/postgresql.conf'), step(1), { flag: 'a' })
  const original = await startCluster(path('data'), env)
  await run(original.url, 'create table deals as select 1 as id')

  shell(step(2), { PGHOST: '127.0.0.1', PGPORT: `${original.port}`, PGUSER: 'veni' })
  await run(original.url, 'insert into deals values (2)')
  const [moment] = await select(original.url, 'select clock_timestamp()::text as moment')
  await run(original.url, 'insert into deals values (3)')
  // What is not archived yet is lost with the machine; the stop archives it.
  await original.stop()

  shell(step(3), { MOMENT: String(moment?.['moment']) })
  const recovered = await startCluster(path('recovered'), env)
  await waitForPromotion(recovered.url)
  expect(await select(recovered.url, 'select id from deals order by id')).toEqual([
    { id: 1 },
    { id: 2 },
  ])
  await run(recovered.url, 'insert into deals values (4)')
  await recovered.stop()
})

/** PostgreSQL answers reads before it has replayed everything. */
async function waitForPromotion(url: string): Promise<void> {
  await expect
    .poll(() => select(url, 'select pg_is_in_recovery() as is_recovering'), { timeout: 30_000 })
    .toEqual([{ is_recovering: false }])
}
