import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** For a line of the log. @returns undefined when the request belongs to no trace */
export const traceIdOf = (request: FastifyRequest): string | undefined =>
  TRACE.exec(traceOf(request) ?? '')?.[1]
