import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { customers, orders } from '../../src/db/schema.ts'
import { databaseKinds } from '../setup/databases.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { type ProcessData, useProcesses } from '../setup/process-data.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'

describe.each(databaseKinds)('a server on %s that is killed', (kind) => {
  const processes = useProcesses()
  const { cleanUp } = processes
  /** Prepares a database with runners and one customer, without a server. */
  const withCustomer = async () => {
    const data = await processes.newData(kind)
    const database = await openDatabase(data)
    await storeRunners(database.db)
    const customer = await newCustomer(database.db)
    await database.close()
    return { data, customer }
  }
  const start = async (data: ProcessData) => {
    const server = processes.start(data)
    return { server, post: await signedIn(await server.address()) }
  }

  it('has every acknowledged write after a restart', async () => {
    const { data, customer } = await withCustomer()
    const first = await start(data)
    const acknowledged: number[] = []
    const burst = Array.from({ length: 8 }, async () => {
      // This loop ends when the connection breaks.
      for (;;) {
        const order = await first.post('/api/orders', orderBody(customer.id)).catch(() => undefined)
        if (!order) return
        acknowledged.push(order.id)
        if (acknowledged.length === 60) void first.server.kill('SIGKILL')
      }
    })
    await Promise.all(burst)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)

    const second = await start(data)
    const next = await second.post('/api/orders', orderBody(customer.id))
    expect((await second.server.kill('SIGTERM')).code).toBe(0)

    const reopened = await openDatabase(data)
    cleanUp.push(() => reopened.close())
    const stored = (await reopened.db.select().from(orders)).map(({ id }) => id)
    expect(stored).toEqual(expect.arrayContaining([...acknowledged, next?.id]))
    expect(await reopened.db.select().from(customers)).toHaveLength(1)
  })

  it('does nothing twice when every write is repeated under its key, answered or not', async () => {
    const { data, customer } = await withCustomer()
    const first = await start(data)
    const sent: string[] = []
    const acknowledged = new Map<string, number>()
    const burst = Array.from({ length: 8 }, async () => {
      for (;;) {
        const key = randomUUID()
        sent.push(key)
        const body = orderBody(customer.id)
        const order = await first.post('/api/orders', body, key).catch(() => undefined)
        if (!order) return
        acknowledged.set(key, order.id)
        if (acknowledged.size === 40) void first.server.kill('SIGKILL')
      }
    })
    await Promise.all(burst)
    expect(sent.length).toBeGreaterThan(acknowledged.size)

    const second = await start(data)
    const ids = new Map<string, number | undefined>()
    for (const key of sent) {
      ids.set(key, (await second.post('/api/orders', orderBody(customer.id), key))?.id)
    }
    expect([...ids]).toEqual(expect.arrayContaining([...acknowledged]))
    await second.server.kill('SIGTERM')

    const reopened = await openDatabase(data)
    cleanUp.push(() => reopened.close())
    const stored = (await reopened.db.select().from(orders)).map(({ id }) => id)
    expect(new Set(stored)).toEqual(new Set(ids.values()))
    expect(stored).toHaveLength(sent.length)
  })
})

/** Signs in. @returns a function that posts as this runner; it returns undefined for an answer other than 201 */
async function signedIn(address: string) {
  const post = async (path: string, body: unknown, headers = {}) => {
    const url = new URL(path, address)
    return fetch(url, {
      method: 'POST',
      headers: { ...FROM_OUR_PAGE, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
  const answer = await post('/api/sign-in/session', { phone: RAVI.phone, code: '123456' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (path: string, body: unknown, key?: string) => {
    const reply = await post(path, body, { cookie, ...(key && { 'idempotency-key': key }) })
    return reply.status === 201 ? ((await reply.json()) as { id: number }) : undefined
  }
}
