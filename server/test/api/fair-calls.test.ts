import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { customers, settlements } from '../../src/db/schema.ts'
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

/** The answer to a deal with these is long enough for a compression that runs beside the other calls. */
const MANY_ITEMS = Array.from({ length: 300 }, (_, at) => ({
  id: `i${at}`,
  productId: `p${at}`,
  name: 'Rice Cooker',
  price: 1206.44,
  quantity: 1,
  image: '',
  description: randomBytes(30).toString('hex'),
}))

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
    const text = 'x'.repeat(1_500)
    const rows = Array.from({ length: 1_500 }, () => ({ memberName: text, extra: text }))
    await server.deps.db
      .insert(customers)
      .values(rows.map((row) => ({ ...row, status: 'assigned', runnerId: RAVI.id })))
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

  it('keep no turn for answers that nobody takes and whose phone then goes', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
    const headers = `host: localhost\r\nsec-fetch-site: same-origin\r\ncookie: ${ofRavi(0).cookie}\r\n`
    const write = () => {
      const body = JSON.stringify(settlementBody(id, { items: MANY_ITEMS }))
      const type = `accept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
      return `POST /api/settlements HTTP/1.1\r\n${headers}${type}\r\n\r\n${body}`
    }
    const before = await server.deps.db.$count(settlements)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.pause()
    // Together more than the buffers of the system take, so that the answers to the writes wait.
    socket.write(`GET /api/customers HTTP/1.1\r\n${headers}\r\n`.repeat(10))
    for (let at = 0; at < 6; at++) socket.write(write())
    await expect
      .poll(() => server.deps.db.$count(settlements), { timeout: 30_000 })
      .toBe(before + 6)
    socket.destroy()
    for (let at = 0; at < 6; at++) {
      const { id: own } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
      expect((await lakshmi.send('POST', '/api/orders', orderBody(own))).status).toBe(201)
    }
  })

  it('more than fifty of a runner are 429, and then again none', async () => {
    const read = (client: Client) => client.get('/api/runners/me')
    const { statuses } = await answersTo(many(perRunner + 20, read))
    expect(statuses.filter((status) => status === 200)).toHaveLength(perRunner)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await read(ofRavi(0))).status).toBe(200)
  })
})
