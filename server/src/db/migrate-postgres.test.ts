import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { copyMigrations } from '../../test/setup/copy-migrations.ts'
import { run } from '../../test/setup/throw-away-postgres.ts'
import { silentLog } from '../log.ts'
import { openPostgres } from './postgres.ts'

/** A database with the tables of the first release. */
async function newOldDatabase(): Promise<string> {
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
  const url = `${inject('postgresUrl')}/${name}`
  const migrations = await mkdtemp(join(tmpdir(), 'veni-migrations-'))
  onTestFinished(() => rm(migrations, { recursive: true }))
  await copyMigrations(migrations, (entries) => entries.slice(0, 1))
  await (await openPostgres(url, { migrations })).close()
  return url
}

async function connect(url: string): Promise<pg.Client> {
  // Without a limit, a statement that waits for the migration would wait until the end of the test.
  const client = new pg.Client({ connectionString: url, statement_timeout: 20_000 })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const WAITING = `select from pg_locks where not granted and relation = 'settlements'::regclass`

test('a migration that waits for a table holds up nobody who uses the table', async () => {
  const url = await newOldDatabase()
  const [backup, phone, observer] = [await connect(url), await connect(url), await connect(url)]
  await backup.query('begin')
  await backup.query('select from settlements')
  const log = { ...silentLog, info: vi.fn<(line: string) => void>() }
  const opening = openPostgres(url, { log })

  await vi.waitUntil(async () => (await observer.query(WAITING)).rowCount === 1, 60_000)
  // It must not wait behind the migration, which waits for the backup.
  expect((await phone.query('select from settlements')).rowCount).toBe(0)
  await vi.waitUntil(() => log.info.mock.calls.length > 0, 60_000)
  await vi.waitUntil(async () => (await observer.query(WAITING)).rowCount === 1, 60_000)
  await backup.query('commit')

  await (await opening).close()
  expect(log.info.mock.calls).toEqual([['The migrations wait for a table that is in use']])
  // A column of a later release.
  expect((await phone.query('select location_gap from settlements')).rowCount).toBe(0)
})

test('migrations of which one fails leave nothing, and the next start makes all of them', async () => {
  const url = await newOldDatabase()
  const migrations = await mkdtemp(join(tmpdir(), 'veni-migrations-'))
  onTestFinished(() => rm(migrations, { recursive: true }))
  const added = [
    ['whole', 'ALTER TABLE "orders" ADD COLUMN "level" integer;'],
    [
      'failing',
      'ALTER TABLE "orders" ADD COLUMN "note" text;--> statement-breakpoint\nselect 1/0;',
    ],
  ] as const
  await copyMigrations(migrations, (entries) => {
    const last = entries.at(-1)
    if (!last) throw new Error('There is no migration')
    return [
      ...entries,
      ...added.map(([tag], at) => ({
        ...last,
        idx: last.idx + 1 + at,
        when: last.when + 1 + at,
        tag,
      })),
    ]
  })
  for (const [tag, text] of added) await writeFile(join(migrations, `${tag}.sql`), text)
  const phone = await connect(url)
  const readColumns = async () => {
    const { rows } = await phone.query<{ name: string }>(`select column_name as name
      from information_schema.columns where table_name in ('orders', 'settlements')`)
    return rows.map(({ name }) => name)
  }
  const before = await readColumns()

  await expect(openPostgres(url, { migrations })).rejects.toThrow('1/0')
  expect(await readColumns()).toEqual(before)
  await writeFile(join(migrations, 'failing.sql'), added[1][1].replace('1/0', '1'))
  await (await openPostgres(url, { migrations })).close()
  expect(await readColumns()).toEqual(expect.arrayContaining(['level', 'note', 'location_gap']))
})
