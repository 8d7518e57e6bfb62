import { setImmediate as turn } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { killImport } from '../../../../test/fixtures/killed-imports.ts'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { useServer } from '../../../../test/setup/server.ts'
import type { Database } from '../../../db/client.ts'
import { customers, importRows, runners } from '../../../db/schema.ts'
import { watchAbandonedImports } from './abandoned-imports.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

describe.each(databaseKinds)('a server on %s that starts after imports were killed', (kind) => {
  const server = useServer(kind)
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = (runLong: Database['runLong']) => {
    const { db, log } = server.deps
    const end = watchAbandonedImports({ db, kind, runLong }, log)
    onTestFinished(end)
    return end
  }
  /** Waits until the first run is over, which has the time limits of the commands of the office. */
  const startAndRun = () =>
    new Promise<void>((resolve, reject) => {
      start((work) => {
        const run = work()
        run.then(() => resolve(), reject)
        return run
      })
    })
  const left = async () => {
    const { db } = server.deps
    const found = await db.selectDistinct({ id: importRows.importId }).from(importRows)
    await db.delete(importRows)
    return found.map(({ id }) => id)
  }

  test('deletes the rows of those that were not decided, unless another process may be importing', async () => {
    const { db } = server.deps
    await killImport(db, { kindName: 'customers', ids: [7], at: ago(25) })
    const young = await killImport(db, { kindName: 'customers', ids: [7], at: ago(1) })
    await startAndRun()
    expect(await left()).toEqual(kind === 'embedded' ? [] : [young])
    expect(await db.$count(customers)).toBe(0)
  })

  test('deletes the rows of one that began by a clock that was far ahead', async () => {
    const { db } = server.deps
    await killImport(db, { kindName: 'customers', ids: [7], at: ago(-24 * 365) })
    await startAndRun()
    expect(await left()).toEqual([])
    expect(await db.$count(customers)).toBe(0)
  })

  test('finishes those that were decided, unless another process may be importing', async () => {
    const { db } = server.deps
    await killImport(db, { kindName: 'customers', ids: [7, 8], isDecided: true, at: ago(25) })
    const young = await killImport(db, {
      kindName: 'customers',
      ids: [9],
      isDecided: true,
      at: ago(1),
    })
    await startAndRun()
    const isEmbedded = kind === 'embedded'
    expect(await left()).toEqual(isEmbedded ? [] : [young])
    const stored = await db.select().from(customers).orderBy(asc(customers.id))
    expect(stored.map(({ memberName }) => memberName)).toEqual(
      ['Customer 7', 'Customer 8', 'Customer 9'].slice(0, isEmbedded ? 3 : 2),
    )
  })

  test('logs one that cannot be finished, without its data', async () => {
    const { db } = server.deps
    await killImport(db, { kindName: 'runners', ids: [7, 8], isDecided: true, at: ago(25) })
    await db.insert(runners).values({ id: 90, name: 'Hand', phone: '9000000007' })
    server.takeLog()
    await startAndRun()
    expect(await left()).toEqual([])
    expect(server.takeLog()).toEqual([
      'An earlier import of runners was interrupted and cannot be finished. 2 of its rows were not imported: correct its file and import it again.',
    ])
    expect(await db.$count(runners, eq(runners.id, 8))).toBe(0)
  })

  test('logs one whose values the database refuses, and finishes the others', async () => {
    const { db } = server.deps
    const ids = [71, 99_999_999_999]
    await killImport(db, { kindName: 'runners', ids, isDecided: true, at: ago(26) })
    await killImport(db, { kindName: 'runners', ids: [70], isDecided: true, at: ago(25) })
    server.takeLog()
    await startAndRun()
    expect(await left()).toEqual([])
    expect(server.takeLog()).toEqual([
      'An earlier import of runners was interrupted and cannot be finished. 2 of its rows were not imported: correct its file and import it again.',
    ])
    expect(await db.$count(runners, eq(runners.id, 70))).toBe(1)
  })

  test('deletes their rows a day later, too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await startAndRun()
    const { db } = server.deps
    await killImport(db, { kindName: 'customers', ids: [7], at: ago(1) })
    vi.advanceTimersByTime(24 * HOUR_MS)
    await expect.poll(() => db.$count(importRows)).toBe(0)
  })

  test('logs why it could not delete them, unless it has closed the database meanwhile', async () => {
    const failure = new Error('The database is closed')
    const fail = () => Promise.reject(failure)
    start(fail)
    const end = start(fail)
    end()
    await turn()
    expect(server.takeErrors()).toEqual(['The rows of earlier imports were not deleted', failure])
  })
})
