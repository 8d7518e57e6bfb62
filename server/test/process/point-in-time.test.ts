import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import type { CashPayment } from '@veni/domain/deal/record'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { openDatabase } from '../../src/db/open-database.ts'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto } from '../fixtures/upload-calls.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'
import { runOps } from '../setup/ops.ts'
import { ServerProcess } from '../setup/server-process.ts'
import { postgresIdentity, program, stop, untilReady } from '../setup/throw-away-postgres.ts'

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

/** Runs the commands of a step as the user of PostgreSQL. */
function shell(commands: string, env: NodeJS.ProcessEnv): void {
  execFileSync('bash', ['-euc', commands], { ...identity, cwd: folder, env, stdio: 'pipe' })
}

/** A phone that is signed in at a Veni server on this database. */
async function startVeni(databaseUrl: string, dataDir: string) {
  const veni = new ServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  onTestFinished(() => veni.kill('SIGKILL').then(() => undefined))
  const address = await veni.address()
  const headers = { ...FROM_OUR_PAGE, cookie: await signInAt(address, RAVI.phone) }
  const post = async (path: string, body: FormData | string, more: Record<string, string> = {}) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return answer.json() as Promise<{ data: { url: string } }>
  }
  return {
    stop: () => veni.kill('SIGTERM'),
    /** @returns the address of the stored photo */
    async sendPhoto(): Promise<string> {
      const form = new FormData()
      form.set(
        'image',
        new Blob([new Uint8Array(await newPhoto())], { type: 'image/jpeg' }),
        'p.jpg',
      )
      return (await post('/api/images', form)).data.url
    },
    sendDeal: (deal: CashPayment) =>
      post('/api/cash-payments', JSON.stringify(deal), { 'content-type': 'application/json' }),
    async invoiceIds(): Promise<string[]> {
      const answer = await fetch(`${address}/api/runners/me`, { headers })
      const { cash_payments: deals } = (await answer.json()) as RunnerRecord
      return deals.map(({ invoice_id: id }) => id).toSorted()
    },
  }
}

/** A deal with its photo, as a phone sends it. */
async function pay(veni: Awaited<ReturnType<typeof startVeni>>): Promise<CashPayment> {
  const deal = cashPaymentBody(1, { hair_photo_url: await veni.sendPhoto() })
  await veni.sendDeal(deal)
  return deal
}

async function storeFirstRows(databaseUrl: string, dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl })
  await storeRunners(db)
  await newCustomer(db)
  await close()
}

/** Steps 1 and 2, with a deal before the base backup, one after it, and one after the moment. */
async function workUntilTheEnd(env: NodeJS.ProcessEnv, dataDir: string) {
  shell(`initdb -D "$DATA" -U veni -A trust -E UTF8 --no-locale`, env)
  writeFileSync(join(folder, 'data/postgresql.conf'), step(1), { flag: 'a' })
  const postgres = await startCluster(join(folder, 'data'), env)
  await storeFirstRows(postgres.url, dataDir)
  const veni = await startVeni(postgres.url, dataDir)
  const deals = [await pay(veni)]
  shell(step(2), { ...env, PGHOST: '127.0.0.1', PGPORT: `${postgres.port}`, PGUSER: 'veni' })
  deals.push(await pay(veni))
  const [moment] = await select(postgres.url, 'select clock_timestamp()::text as moment')
  deals.push(await pay(veni))
  await veni.stop()
  // What is not archived yet is lost with the machine; the stop archives it.
  await postgres.stop()
  return { deals, moment: String(moment?.['moment']) }
}

const photoFile = (dataDir: string, { hair_photo_url: url }: CashPayment) => {
  const name = url.split('/').at(-1) ?? ''
  return join(dataDir, 'photos', name.slice(0, 2), name)
}

test('the recipe of docs/backup.md recovers the deals of a moment, none that came later, and verify names the photos that are missing', async () => {
  const path = (name: string) => join(folder, name)
  const env: NodeJS.ProcessEnv = {
    PATH: `${program('').replace(/\/$/u, '')}:${process.env['PATH']}`,
    DATA: path('data'),
    ARCHIVE: path('archive'),
    BASE: path('base'),
    RECOVERED: path('recovered'),
  }
  mkdirSync(path('archive'))
  if (identity) chownSync(path('archive'), identity.uid, identity.gid)
  const dataDir = path('veni')
  const { deals, moment } = await workUntilTheEnd(env, dataDir)
  const [first, second, later] = deals as [CashPayment, CashPayment, CashPayment]

  shell(step(3), { ...env, MOMENT: moment })
  const recovered = await startCluster(path('recovered'), env)
  await waitForPromotion(recovered.url)
  const veni = await startVeni(recovered.url, dataDir)
  expect(await veni.invoiceIds()).toEqual([first, second].map((deal) => deal.invoice_id).toSorted())
  const epochs = await select(recovered.url, 'select reason from database_epochs order by number')
  expect(epochs).toEqual([{ reason: 'new' }, { reason: 'timeline' }])

  const verify = () =>
    runOps(folder, { DATABASE_URL: recovered.url, DATA_DIR: dataDir }, ['verify'])
  // The file of the later photo is still there; no row names it.
  expect(existsSync(photoFile(dataDir, later))).toBe(true)
  expect(await verify()).toMatchObject({
    code: 0,
    printed: ['2 photos: 0 missing, 0 damaged.'],
    errors: [],
  })
  // As when the copy of the photos is older than the moment.
  rmSync(photoFile(dataDir, second))
  expect(await verify()).toMatchObject({
    code: 1,
    printed: ['2 photos: 1 missing, 0 damaged.'],
    errors: [expect.stringMatching(`^[0-9a-f]{64}: missing, in ${second.invoice_id}$`)],
  })

  // A phone that still has its later deal sends it again.
  await veni.sendDeal(later)
  expect(await veni.invoiceIds()).toHaveLength(3)
  await veni.stop()
  await recovered.stop()
})

/** PostgreSQL answers reads before it has replayed everything. */
async function waitForPromotion(url: string): Promise<void> {
  await expect
    .poll(() => select(url, 'select pg_is_in_recovery() as is_recovering'))
    .toEqual([{ is_recovering: false }])
}
