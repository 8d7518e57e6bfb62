import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogFields } from '../log.ts'
import { runInTrace } from '../trace.ts'

/** https://www.w3.org/TR/trace-context: version 00, trace id, id of the caller, flags. */
const TRACE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const traceOf = ({ headers }: FastifyRequest) => {
  const value = headers['traceparent']
  return typeof value === 'string' && TRACE.test(value) ? value : undefined
}

/** Hands the trace of a request on to the services that its answer needs (trace.ts). */
export function passTraceOn(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = traceOf(request)
    if (trace === undefined) done()
    else runInTrace(trace, done)
  })
}

/** What a line of the log says about a request: its own id, the runner, and the trace to which it belongs. */
export const fieldsOf = (request: FastifyRequest): LogFields => ({
  request: request.id,
  runner: request.runner?.id,
  trace: TRACE.exec(traceOf(request) ?? '')?.[1],
})
