import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callService } from '../call-service.ts'
import { fieldsOf, passTraceOn } from './trace-context.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACE = `00-${TRACE_ID}-00f067aa0ba902b7-01`

describe('the trace of a request', () => {
  /** Answers with the trace that it gets. */
  const service = createServer((request, response) => {
    const { traceparent = 'none', tracestate } = request.headers
    response.end([traceparent, tracestate].filter(Boolean).join(' '))
  })
  const app = fastify()
  beforeAll(async () => {
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    passTraceOn(app)
    app.get('/', async (request) => {
      const { text } = await callService(url, { timeoutMs: 5_000, headers: { accept: 'a/b' } })
      return { passedOn: text, id: fieldsOf(request)['trace'] ?? 'none' }
    })
  })
  afterAll(async () => {
    await app.close()
    service.close()
  })
  const send = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/', headers })).json<object>()

  it('is passed on to a service, and has an id for the log', async () => {
    expect(await send({ traceparent: TRACE })).toEqual({ passedOn: TRACE, id: TRACE_ID })
  })

  it('is passed on with what the systems in front have added', async () => {
    const tracestate = 'vendor=a1,other=b2'
    expect(await send({ traceparent: TRACE, tracestate })).toMatchObject({
      passedOn: `${TRACE} ${tracestate}`,
    })
    for (const unusable of ['', 'a=é', 'a'.repeat(513)])
      expect(await send({ traceparent: TRACE, tracestate: unusable })).toMatchObject({
        passedOn: TRACE,
      })
    expect(await send({ tracestate })).toMatchObject({ passedOn: 'none' })
  })

  it('is not that of another request at the same moment', async () => {
    const other = TRACE.replace('4bf9', '5bf9')
    const answers = await Promise.all([
      send({ traceparent: TRACE }),
      send({}),
      send({ traceparent: other }),
    ])
    expect(answers).toMatchObject([{ passedOn: TRACE }, { passedOn: 'none' }, { passedOn: other }])
  })

  it.each([
    '',
    'x'.repeat(200),
    `01${TRACE.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `${TRACE}\tinjected`,
  ])('is not taken from the header %j', async (traceparent) => {
    expect(await send({ traceparent })).toEqual({ passedOn: 'none', id: 'none' })
  })
})
