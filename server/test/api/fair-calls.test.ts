import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { settlements } from '../../src/db/schema.ts'
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
const TURNS = 4
/** A runner who makes no call. */
const MOHAN = 3

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

  it('keep no turn for an answer that waits for an earlier one, also when its phone goes', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { reads } = server.app.callTurns
    const held = Array.from({ length: TURNS }, () => reads.take(MOHAN, () => gate))
    onTestFinished(async () => {
      open()
      await Promise.all(held)
    })
    const before = await server.deps.db.$count(settlements)
    // On each connection a read, which waits for its turn, and then a write.
    const phones = Array.from({ length: TURNS + 2 }, (_, at) => {
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined)
      const headers = `host: localhost\r\nsec-fetch-site: same-origin\r\ncookie: ${ofRavi(at).cookie}\r\n`
      socket.write(`GET /api/products HTTP/1.1\r\n${headers}\r\n`)
      const body = JSON.stringify(settlementBody(id, { items: MANY_ITEMS }))
      const type = `accept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
      socket.write(`POST /api/settlements HTTP/1.1\r\n${headers}${type}\r\n\r\n${body}`)
      return socket
    })
    await expect.poll(() => server.deps.db.$count(settlements)).toBe(before + phones.length)
    for (const socket of phones) socket.destroy()
    const { id: own } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    expect((await lakshmi.send('POST', '/api/orders', orderBody(own))).status).toBe(201)
  })

  it('more than fifty of a runner are 429, and then again none', async () => {
    const read = (client: Client) => client.get('/api/runners/me')
    const { statuses } = await answersTo(many(perRunner + 20, read))
    expect(statuses.filter((status) => status === 200)).toHaveLength(perRunner)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await read(ofRavi(0))).status).toBe(200)
  })
})
