import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { writeRecord } from '../../../../test/full-disk/wal-position.ts'
import { silentLog } from '../../../log.ts'
import { type Database, selectRows } from '../../client.ts'
import { openEmbedded } from '../embedded.ts'

const MB = 1024 * 1024
const TEN_SECONDS = 10_000

let dataDir: string
let database: Database

beforeEach(async () => {
  vi.spyOn(globalThis, 'setInterval')
  dataDir = mkdtempSync(join(tmpdir(), 'veni-checkpoint-'))
  database = await openEmbedded(dataDir, inject('embeddedTemplate'), undefined, { log: silentLog })
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function writeLog(megabytes: number): Promise<void> {
  for (let written = 0; written < megabytes; written += 4) await writeRecord(database.db, 4 * MB)
}

async function readLog() {
  const [row] = await selectRows<{ megabytes: number; checkpoint: string }>(
    database.db,
    sql`select (select sum(size)::int / ${MB}::int from pg_ls_waldir()) as megabytes,
      redo_lsn::text as checkpoint from pg_control_checkpoint()`,
  )
  if (!row) throw new Error('PostgreSQL has a log')
  return row
}

/** What runs each ten seconds. The database is watched by timers, too, so time does not pass in these tests. */
const listTimers = () =>
  vi
    .mocked(setInterval)
    .mock.calls.flatMap(([run, ms], index) =>
      ms === TEN_SECONDS ? [{ run, timer: vi.mocked(setInterval).mock.results[index]?.value }] : [],
    )

function passTenSeconds(): void {
  for (const { run } of listTimers()) run()
}

test('the files of a long log are used again', async () => {
  const sizes: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const { checkpoint } = await readLog()
    await writeLog(40)
    passTenSeconds()
    await expect.poll(async () => (await readLog()).checkpoint).not.toBe(checkpoint)
    sizes.push((await readLog()).megabytes)
  }
  // 240 MB were written.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(112)
})

test('a short log causes no checkpoint', async () => {
  const { checkpoint } = await readLog()
  await writeLog(24)
  for (let run = 0; run < 5; run += 1) {
    passTenSeconds()
    expect((await readLog()).checkpoint).toBe(checkpoint)
  }
})

test('no checkpoint begins after the end of the database', async () => {
  const timers = listTimers()
  expect(timers).toHaveLength(1)
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  await database.close()
  expect(cleared).toHaveBeenCalledWith(timers[0]?.timer)
})
