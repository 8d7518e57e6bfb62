import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { phones } from '../../src/db/schema.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const MOST_PHONES = 50
const NOTHING = { deals: 0, photos: 0, others: 0 }

describe.each(databaseKinds)('a runner who comes as a new phone again and again (%s)', (kind) => {
  const server = useServer(kind)
  beforeAll(() => storeRunners(server.deps.db))

  const listIds = async () => (await server.deps.db.select().from(phones)).map(({ id }) => id)
  const signIn = async () => {
    const ravi = await server.signIn(RAVI.phone)
    return (phone_id: string, unsent: object) =>
      ravi.send('POST', '/api/reconciliation', { phone_id, unsent, items: [] })
  }
  const waiting = { ...NOTHING, deals: 1, since: '2026-11-20T09:00:00.000Z' }

  it('has at most 50 phones for the office, and a silent one with unsent work is one of them', async () => {
    const report = await signIn()
    const [silent, last] = [randomUUID(), randomUUID()]
    await report(silent, waiting)
    for (let phone = 0; phone < MOST_PHONES; phone += 1) await report(randomUUID(), NOTHING)
    expect((await report(last, NOTHING)).status).toBe(200)
    const ids = await listIds()
    expect(ids).toHaveLength(MOST_PHONES)
    expect(ids).toEqual(expect.arrayContaining([silent, last]))
  })

  it('has the phone that reports now among them, although 50 others have unsent work', async () => {
    const report = await signIn()
    for (let phone = 0; phone < MOST_PHONES; phone += 1) await report(randomUUID(), waiting)
    const now = randomUUID()
    await report(now, NOTHING)
    const ids = await listIds()
    expect([ids.length, ids.includes(now)]).toEqual([MOST_PHONES, true])
  })
})
