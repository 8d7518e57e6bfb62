import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { killImport } from '../../../../test/fixtures/killed-imports.ts'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { useServer } from '../../../../test/setup/server.ts'
import type { Db } from '../../../db/client.ts'
import { importRows, runners } from '../../../db/schema.ts'
import { type DiscardedImport, finishDecidedImports } from './decided-imports-store.ts'
import { importRecords } from './import-records.ts'

const OVERTAKEN =
  'Another command has merged or discarded rows of this import. Import the file again.'

/** Returns a database that does other work after a transaction, the first of which has the number 1. */
function workAfterTransaction(db: Db, number: number, work: () => Promise<void>): Db {
  let begun = 0
  return new Proxy(db, {
    get(target, name: keyof Db) {
      if (name !== 'transaction') return target[name]
      return async (...words: Parameters<Db['transaction']>) => {
        begun += 1
        const isTurn = begun === number
        try {
          return await target.transaction(...words)
        } finally {
          if (isTurn) await work()
        }
      }
    },
  })
}

describe.each(databaseKinds)('an import that another process finishes, on %s', (kind) => {
  const server = useServer(kind)
  beforeEach(async () => {
    await server.deps.db.delete(importRows)
    await server.deps.db.delete(runners)
  })
  const stored = () => server.deps.db.$count(runners)
  const staged = () => server.deps.db.$count(importRows)

  const importRunners = (db: Db, count: number) => {
    async function* bytes() {
      const rows = Array.from({ length: count }, (_, at) => `${at + 1},Asha,${9_100_000_000 + at}`)
      yield await Promise.resolve(Buffer.from(['id,name,phone', ...rows].join('\n')))
    }
    const onUnexpected = () => expect.unreachable()
    return importRecords(db, 'runners', bytes(), {
      skipBad: false,
      onBadRow: onUnexpected,
      onDiscarded: onUnexpected,
    })
  }

  /** Finishes the decided imports as another process does. @returns those that were discarded */
  async function finishElsewhere(db: Db = server.deps.db): Promise<DiscardedImport[]> {
    const discarded: DiscardedImport[] = []
    await finishDecidedImports(db, (found) => void discarded.push(found))
    return discarded
  }

  async function refuseOddRunners() {
    const { db } = server.deps
    await db.execute(sql`alter table runners add constraint odd check (id <> 2)`)
    onTestFinished(async () => {
      await db.execute(sql`alter table runners drop constraint odd`)
    })
  }

  // The first transaction decides; each later one merges 500 rows.
  test.each([1, 2])(
    'fails although all its rows are merged, and changes nothing when it is repeated (after transaction %i)',
    async (transaction) => {
      const { db } = server.deps
      const overtaken = workAfterTransaction(db, transaction, async () => {
        expect(await finishElsewhere()).toEqual([])
      })
      await expect(importRunners(overtaken, 502)).rejects.toThrow(OVERTAKEN)
      expect(await stored()).toBe(502)
      expect(await staged()).toBe(0)
      expect(await importRunners(db, 502)).toMatchObject({ added: 0, changed: 0, unchanged: 502 })
    },
  )

  test('fails when its rows were discarded there', async () => {
    const overtaken = workAfterTransaction(server.deps.db, 1, async () => {
      await server.deps.db.delete(importRows)
    })
    await expect(importRunners(overtaken, 3)).rejects.toThrow(OVERTAKEN)
    expect(await stored()).toBe(0)
  })

  test('does not report its refused rows a second time', async () => {
    await refuseOddRunners()
    const reports: DiscardedImport[][] = []
    const overtaken = workAfterTransaction(server.deps.db, 2, async () => {
      reports.push(await finishElsewhere())
    })
    await expect(importRunners(overtaken, 3)).rejects.toThrow(OVERTAKEN)
    expect(reports).toMatchObject([[{ discardedKind: 'runners', rows: 3 }]])
  })

  test('is reported by one of two processes that discard its refused rows after its own has died', async () => {
    await refuseOddRunners()
    await killImport(server.deps.db, { kindName: 'runners', ids: [1, 2], isDecided: true })
    const reports: DiscardedImport[][] = []
    // The first transaction looks for clashes.
    const overtaken = workAfterTransaction(server.deps.db, 2, async () => {
      reports.push(await finishElsewhere())
    })
    expect(await finishElsewhere(overtaken)).toEqual([])
    expect(reports).toMatchObject([[{ discardedKind: 'runners', rows: 2 }]])
  })
})
