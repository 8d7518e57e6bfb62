import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql, TransactionRollbackError } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../log.ts'
import { type Database, selectRows } from '../../client.ts'
import { runners } from '../../schema.ts'
import { openEmbedded } from '../embedded.ts'
import { vacuumRegularly } from './vacuum.ts'

const MINUTE = 60_000

let dataDir: string
let database: Database
const open = () => openEmbedded(dataDir, inject('embeddedTemplate'), undefined, { log: silentLog })

beforeEach(async () => {
  vi.spyOn(globalThis, 'setInterval')
  dataDir = mkdtempSync(join(tmpdir(), 'veni-vacuum-'))
  database = await open()
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const LONG_NAME = 'r'.repeat(1_000)

async function storeRunners(): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: LONG_NAME }))
  await database.db.insert(runners).values(rows)
  // The database counts them up to a second later: a vacuum before that would be due again.
  await expect.poll(async () => (await readTable()).stored).toBe(rows.length)
}

/** 1 MB of old rows. */
async function changeRunners(): Promise<void> {
  for (let round = 0; round < 10; round += 1)
    await database.db.update(runners).set({ name: sql`reverse(${runners.name})` })
}

/** 1 MB of rows that no transaction keeps. */
async function rollBackRunners(): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: 1_000 + index, name: LONG_NAME }))
  for (let round = 0; round < 10; round += 1)
    await database.db
      .transaction(async (tx) => {
        await tx.insert(runners).values(rows)
        tx.rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error
      })
}

async function readTable() {
  const [row] = await selectRows<{
    kilobytes: number
    vacuums: number
    analyses: number
    stored: number
  }>(
    database.db,
    sql`select pg_relation_size(relid)::int / 1024 as kilobytes, vacuum_count::int as vacuums,
      analyze_count::int as analyses, n_tup_ins::int as stored from pg_stat_user_tables where relname = 'runners'`,
  )
  return row ?? { kilobytes: 0, vacuums: 0, analyses: 0, stored: 0 }
}

/** What runs each minute. The database is watched by timers, too, so time does not pass in these tests. */
const listTimers = () =>
  vi
    .mocked(setInterval)
    .mock.calls.map(([run, ms], index) => ({
      run,
      ms,
      timer: vi.mocked(setInterval).mock.results[index]?.value as unknown,
    }))
    .filter(({ ms }) => ms === MINUTE)

async function readAfterMinute() {
  for (const { run } of listTimers()) run()
  return readTable()
}

/** Lets minutes pass until the table has been vacuumed so often: a run may still have other tables. */
async function passMinutes(vacuums: number): Promise<void> {
  await expect.poll(async () => (await readAfterMinute()).vacuums).toBe(vacuums)
}

test.each([
  ['changes', changeRunners],
  ['rolled-back calls', rollBackRunners],
])('the space of old rows is used again after a minute: %s', async (_, makeOldRows) => {
  await storeRunners()
  await makeOldRows()
  await passMinutes(1)
  const { kilobytes } = await readTable()
  for (let vacuums = 2; vacuums <= 5; vacuums += 1) {
    await makeOldRows()
    await passMinutes(vacuums)
  }
  const later = await readTable()
  expect(later.kilobytes).toBeLessThan(kilobytes * 1.5)
  expect(later.analyses).toBe(5)
})

/** Also what the vacuum of `runners` itself has left in them. */
async function readVacuums(table: SQL): Promise<number> {
  const [row] = await selectRows<{ vacuums: number }>(
    database.db,
    sql`select vacuum_count::int as vacuums from pg_stat_all_tables where relid = ${table}`,
  )
  return row?.vacuums ?? 0
}

test.each([
  [
    'the statistics that each analysis changes',
    sql`'pg_statistic'::regclass`,
    () => database.db.execute(sql`analyze`),
  ],
  [
    'the parts of long values',
    sql`(select reltoastrelid from pg_class where oid = 'runners'::regclass)`,
    () => database.db.update(runners).set({ name: sql`repeat('r', 400_000)` }),
  ],
])(
  'the space of old rows is used again in the tables of PostgreSQL: %s',
  async (_, table, makeOldRows) => {
    await database.db.insert(runners).values({ id: 1, name: '' })
    await database.db.execute(sql`alter table runners alter column name set storage external`)
    await passMinutes(1)
    const vacuums = await readVacuums(table)
    for (let round = 0; round < 3; round += 1) await makeOldRows()
    const passMinute = async () => {
      await readAfterMinute()
      return readVacuums(table)
    }
    await expect.poll(passMinute).toBeGreaterThan(vacuums)
  },
)

test('a table without old rows is vacuumed once after each start, because a crash loses the counts', async () => {
  await storeRunners()
  await passMinutes(1)
  // A read takes its turn after one table, so these are several runs over all tables.
  for (let minute = 0; minute < 100; minute += 1) expect((await readAfterMinute()).vacuums).toBe(1)
  await database.close()
  database = await open()
  const { vacuums } = await readTable()
  await passMinutes(vacuums + 1)
})

test('it is vacuumed once more when the database has stopped and was opened again', async () => {
  await database.close()
  const limits = { log: silentLog, answerSeconds: 5 }
  database = await openEmbedded(dataDir, inject('embeddedTemplate'), undefined, limits)
  await storeRunners()
  await passMinutes(1)
  await expect(database.db.execute(sql`select pg_sleep(600)`)).rejects.toThrow('Failed query')
  await expect.poll(() => readTable().catch(() => undefined)).toMatchObject({ vacuums: 0 })
  await passMinutes(1)
})

test.each([
  ['a small table', 20, 0],
  ['a table of 40 MB, whose vacuum may take longer than any other statement', 40_000, 1],
])('%s is vacuumed in the right time limit', async (_, kilobytes, longRuns) => {
  await database.db.insert(runners).values({ id: 1, name: '' })
  await database.db.execute(sql`alter table runners alter column name set storage external`)
  await database.db.update(runners).set({ name: sql`repeat('r', ${kilobytes}::int * 1024)` })
  let runs = 0
  const runLong: Database['runLong'] = (work) => {
    runs += 1
    return database.runLong(work)
  }
  onTestFinished(vacuumRegularly({ db: database.db, runLong }, silentLog))
  await passMinutes(2)
  expect(runs).toBe(longRuns)
})

test('the last run ends with the database', async () => {
  await storeRunners()
  const [own] = listTimers()
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  await database.close()
  expect(cleared).toHaveBeenCalledWith(own?.timer)
})
