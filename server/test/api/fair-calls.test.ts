import { beforeAll, describe, expect, it } from 'vitest'
import { CALLS_AT_ONCE } from '../../src/limits/calls-at-once.ts'
import {
  newCustomer,
  LAKSHMI,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const { perRunner } = CALLS_AT_ONCE

describe.each(databaseKinds)('calls of many runners at the same time, on %s', (kind) => {
  const server = useServer(kind, { RUNNER_CALLS_PER_MINUTE: '0' })
  /** Sessions of one runner: the writes of one session already wait for each other. */
  const sessions: Client[] = []
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    for (let at = 0; at < 10; at++) sessions.push(await server.signIn(RAVI.phone))
    lakshmi = await server.signIn(LAKSHMI.phone)
    const { id } = await newCustomer(server.deps.db)
    for (let at = 0; at < 100; at++)
      await ofRavi(0).send('POST', '/api/settlements', settlementBody(id))
  })

  const ofRavi = (at: number) => sessions[at % sessions.length]!

  /** @returns the names of the calls in the order of their answers, and the statuses */
  async function answersTo(calls: Readonly<Record<string, () => Promise<{ status: number }>>>) {
    const order: string[] = []
    const answers = Object.entries(calls).map(async ([name, call]) => {
      const { status } = await call()
      order.push(name)
      return status
    })
    return { statuses: await Promise.all(answers), order }
  }
  const many = (count: number, call: (client: Client) => Promise<{ status: number }>) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`ravi ${at}`, () => call(ofRavi(at))]),
    )

  it.each([
    ['reads', (client: Client) => client.get('/api/runners/me')],
    [
      'writes',
      async (client: Client) => {
        const { id } = await newCustomer(server.deps.db, { runnerId: client.runnerId })
        return client.send('POST', '/api/orders', orderBody(id))
      },
    ],
  ])('the %s of one runner delay the call of another by a few of them', async (_, call) => {
    const { order } = await answersTo({
      ...many(perRunner, call),
      lakshmi: () => call(lakshmi),
    })
    expect(order.indexOf('lakshmi')).toBeLessThan(perRunner / 2)
  })

  it('more than fifty of a runner are 429, and then again none', async () => {
    const read = (client: Client) => client.get('/api/runners/me')
    const { statuses } = await answersTo(many(perRunner + 20, read))
    expect(statuses.filter((status) => status === 200)).toHaveLength(perRunner)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await read(ofRavi(0))).status).toBe(200)
  })
})
