import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import type { DbOrTx } from '../db/client.ts'
import { customerListChanges, customers } from '../db/schema.ts'
import { readListVersions } from './list-versions-store.ts'

const both = [RAVI.id, LAKSHMI.id]

describe.each(databaseKinds)('the versions of the lists on %s', (kind) => {
  const server = useServer(kind)
  let id: number
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    id = (await newCustomer(server.deps.db)).id
  })
  const read = () => readListVersions(server.deps.db, both)
  const change = (db: DbOrTx, fields: Partial<typeof customers.$inferInsert>) =>
    db.update(customers).set(fields).where(eq(customers.id, id))

  /** Of Ravi's list and of Lakshmi's. */
  async function changedBy(work: () => PromiseLike<unknown>): Promise<boolean[]> {
    const before = await read()
    await work()
    const after = await read()
    return after.map((version, at) => version !== before[at])
  }

  it('change with each change of a customer, and with no other customer', async () => {
    const { db } = server.deps
    expect(await changedBy(() => change(db, { comments: 'Later' }))).toEqual([true, false])
    expect(await changedBy(() => newCustomer(db, { runnerId: LAKSHMI.id }))).toEqual([false, true])
    expect(await changedBy(() => change(db, { runnerId: LAKSHMI.id }))).toEqual([true, true])
    expect(await changedBy(() => change(db, { runnerId: null }))).toEqual([true, true])
    expect(await changedBy(() => change(db, { runnerId: RAVI.id }))).toEqual([true, true])
    const gone = await newCustomer(db)
    const remove = () => db.delete(customers).where(eq(customers.id, gone.id))
    expect(await changedBy(remove)).toEqual([true, false])
    expect(await changedBy(read)).toEqual([false, false])
  })

  it('are those of before when the transaction is undone', async () => {
    const undone = () =>
      server.deps.db
        .transaction(async (tx) => {
          await change(tx, { comments: 'Never' })
          throw new Error('undone')
        })
        .catch(() => undefined)
    expect(await changedBy(undone)).toEqual([false, false])
  })

  it('need one row for each list, however often it changes', async () => {
    for (let at = 0; at < 20; at += 1) await change(server.deps.db, { comments: String(at) })
    const rows = await server.deps.db.select().from(customerListChanges)
    expect(rows.filter(({ runnerId }) => runnerId === RAVI.id)).toHaveLength(1)
  })
})

describe('two transactions that change one list at the same time on postgres', () => {
  const server = useServer('postgres')

  it('do not wait for each other, and each commit makes a new version', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const [one, other] = [await newCustomer(db), await newCustomer(db)]
    const versions = new Set(await readListVersions(db, [RAVI.id]))
    const note = async () => versions.add((await readListVersions(db, [RAVI.id]))[0] ?? '')
    await db.transaction(async (first) => {
      await first.update(customers).set({ comments: 'a' }).where(eq(customers.id, one.id))
      await note()
      await db.transaction(async (second) => {
        await second.update(customers).set({ comments: 'b' }).where(eq(customers.id, other.id))
      })
      await note()
    })
    await note()
    expect(versions.size).toBe(3)
  })
})
