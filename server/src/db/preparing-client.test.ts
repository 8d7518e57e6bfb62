import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import { type Database, type Db, selectRows, type Tx } from './client.ts'

describe.each(databaseKinds)('the statements of a connection (%s)', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
  })
  afterAll(() => database.close())

  /** In a transaction, so that every statement has the same connection. */
  const onOneConnection = (work: (tx: Tx) => Promise<void>) => database.db.transaction(work)
  /** The pool gives the same connection again, as long as no statement outside of a transaction fails. */
  const selectInTransaction = (query: SQL) => database.db.transaction((tx) => selectRows(tx, query))
  const addTo = async (db: Db | Tx, added: string, value: number) =>
    (
      await selectRows<{ sum: number }>(
        db,
        sql`select ${value}::integer + ${sql.raw(added)} as sum`,
      )
    )[0]
  const listPrepared = async (db: Tx) =>
    (
      await selectRows<{ statement: string }>(db, sql`select statement from pg_prepared_statements`)
    ).map(({ statement }) => statement)

  it('are prepared from the third use, and have the same results', async () => {
    await onOneConnection(async (tx) => {
      const count = async () =>
        (await listPrepared(tx)).filter((one) => one.includes('+ 7000')).length
      for (const [at, expected] of [0, 0, 1, 1].entries()) {
        expect(await addTo(tx, '7000', at)).toEqual({ sum: 7_000 + at })
        expect(await count()).toBe(expected)
      }
    })
  })

  it('are prepared again after one has failed because its columns have changed', async () => {
    const { db } = database
    const read = () =>
      selectInTransaction(sql`select amount from stale where amount > ${1}::integer`)
    await db.execute(sql`create table stale as select 7 as amount`)
    for (let use = 0; use < 4; use += 1) expect(await read()).toEqual([{ amount: 7 }])
    await db.execute(sql`alter table stale alter amount type float8`)
    await expect(read()).rejects.toMatchObject({ cause: { code: '0A000' } })
    for (let use = 0; use < 4; use += 1) expect(await read()).toEqual([{ amount: 7 }])
  })

  it('are prepared again after the connection has lost them', async () => {
    const { db } = database
    const add = () => selectInTransaction(sql`select ${1}::integer + 9000 as sum`)
    for (let use = 0; use < 4; use += 1) expect(await add()).toEqual([{ sum: 9_001 }])
    await db.execute(sql`discard all`)
    await expect(add()).rejects.toMatchObject({ cause: { code: '26000' } })
    for (let use = 0; use < 4; use += 1) expect(await add()).toEqual([{ sum: 9_001 }])
  })

  it('are never more than two hundred', async () => {
    await onOneConnection(async (tx) => {
      for (let text = 0; text < 250; text += 1)
        for (let use = 0; use < 4; use += 1)
          expect(await addTo(tx, String(text), use)).toEqual({ sum: text + use })
      expect((await listPrepared(tx)).length).toBe(200)
    })
  })

  it('can be used again after one has failed', async () => {
    const divide = (by: number) => selectRows(database.db, sql`select 1 / ${by}::integer as part`)
    for (let use = 0; use < 4; use += 1) {
      await expect(divide(0)).rejects.toThrow('Failed query')
      expect(await divide(1)).toEqual([{ part: 1 }])
    }
  })
})
