import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import type { LogFields } from '../../src/log.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import { newCustomer } from '../fixtures/records.ts'
import { request, signIn } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACED = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the log of a server', () => {
  const server = useServer('embedded', { RUNNER_CALLS_PER_MINUTE: '20' })
  const lines: { readonly line: string; readonly fields: LogFields | undefined }[] = []
  let app: FastifyInstance
  beforeAll(async () => {
    const log = {
      info: (line: string, fields?: LogFields) =>
        void lines.push({ line: line.replace(/\d+ ms$/, 'N ms'), fields }),
      error: (line: string, _error: unknown, fields?: LogFields) =>
        void lines.push({ line, fields }),
    }
    app = await buildApp({ ...server.deps, log, ping: () => server.deps.ping() })
    return () => app.close()
  })
  /** The lines of these calls. */
  const linesOf = async (calls: () => Promise<unknown>) => {
    lines.splice(0)
    await calls()
    return lines.splice(0)
  }

  it('names the runner who signs in and reads', async () => {
    let runnerId = 0
    const written = await linesOf(async () => {
      const runner = await signIn(app, '9000000001')
      runnerId = runner.runnerId
      await runner.get('/api/customers')
    })
    expect(written).toEqual([
      {
        line: 'POST /api/sign-in/session 201 N ms',
        fields: expect.objectContaining({ runner: runnerId }),
      },
      {
        line: 'GET /api/customers 200 N ms',
        fields: expect.objectContaining({ runner: runnerId }),
      },
    ])
    const ids = written.map(({ fields }) => String(fields?.['request']))
    expect(ids).toEqual(ids.map(() => expect.stringMatching(UUID)))
    expect(new Set(ids).size).toBe(2)
    expect(written.map(({ fields }) => fields?.['address'])).toEqual([undefined, undefined])
  })

  it('says why a call was refused, and from which address', async () => {
    const remoteAddress = '203.0.113.9'
    const written = await linesOf(async () => {
      await request(app, 'GET', '/api/customers', { remoteAddress })
      const headers = { 'sec-fetch-site': 'cross-site' }
      await request(app, 'POST', '/api/orders', { headers, body: {}, remoteAddress })
      await request(app, 'GET', '/deliveries', { headers: { host: 'evil.example' }, remoteAddress })
    })
    expect(
      written.map(({ line, fields }) => [line, fields?.['refusal'], fields?.['address']]),
    ).toEqual([
      ['GET /api/customers 401 N ms', 'sign-in-required', remoteAddress],
      ['POST /api/orders 403 N ms', 'wrong-page', remoteAddress],
      ['GET /* 421 N ms', 'wrong-host', remoteAddress],
    ])
  })

  it('names the runner whose body, record or number of calls is refused', async () => {
    const ravi = await signIn(app, '9000000001')
    const written = await linesOf(async () => {
      await ravi.send('POST', '/api/orders', { no: 'order' })
      await ravi.send('PUT', '/api/settlements/999999', { status: 'delivered' })
      for (let call = 0; call < 20; call += 1) await ravi.get('/api/products')
    })
    const who = { runner: ravi.runnerId }
    expect(written.slice(0, 2).map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ ...who, refusal: 'bad-request' }),
      expect.objectContaining({ ...who, refusal: 'not-found' }),
    ])
    expect(written.at(-1)).toEqual({
      line: 'GET /api/products 429 N ms',
      fields: expect.objectContaining({ ...who, refusal: 'rate-limited', address: '127.0.0.1' }),
    })
  })

  it('gives the failure of one step of a deal its request, its runner and its trace', async () => {
    const lakshmi = await signIn(app, '9000000002')
    const { entry } = await cashDeal(
      (await newCustomer(server.deps.db, { runnerId: lakshmi.runnerId })).id,
    )
    await server.deps.db.execute('alter table orders rename to orders_away')
    const written = await linesOf(() =>
      lakshmi.send(
        'POST',
        '/api/work',
        { items: [{ version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }] },
        TRACED,
      ),
    )
    await server.deps.db.execute('alter table orders_away rename to orders')
    const request = expect.stringMatching(UUID) as unknown
    const about = { request, runner: lakshmi.runnerId, trace: TRACE_ID }
    expect(written).toEqual([
      { line: 'POST /api/orders failed', fields: about },
      { line: 'POST /api/work 200 N ms', fields: expect.objectContaining(about) },
    ])
    expect(written[0]?.fields?.['request']).toBe(written[1]?.fields?.['request'])
  })

  it('has a check of a proxy only when it fails', async () => {
    const written = await linesOf(async () => {
      await request(app, 'GET', '/api/health/live')
      await request(app, 'GET', '/api/health/ready')
      vi.spyOn(server.deps, 'ping').mockRejectedValueOnce(new Error('no connection'))
      await request(app, 'GET', '/api/health/ready')
    })
    expect(written.map(({ line }) => line)).toEqual([
      'The database does not answer',
      'GET /api/health/ready 503 N ms',
    ])
  })

  it('gives a failure the number of its request, and its trace', async () => {
    const ravi = await signIn(app, '9000000002')
    await server.deps.db.execute('drop table sessions cascade')
    const written = await linesOf(() => ravi.get('/api/customers', TRACED))
    expect(written.map(({ line, fields }) => [line, fields?.['trace']])).toEqual([
      ['GET /api/customers failed', TRACE_ID],
      ['GET /api/customers 500 N ms', TRACE_ID],
    ])
    const [failed, call] = written.map(({ fields }) => fields?.['request'])
    expect(failed).toMatch(UUID)
    expect(call).toBe(failed)
  })
})
