import { mkdtemp, rm } from 'node:fs/promises'
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
