import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogFields } from '../log.ts'
import { runInTrace, type Trace } from '../trace.ts'

/** https://www.w3.org/TR/trace-context: version 00, trace id, id of the caller, flags. */
const TRACE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The specification asks every system to pass on at least 512 characters. A longer state is left out: the trace is found without it. */
const STATE = /^[\x20-\x7e]{1,512}$/

function traceOf({ headers }: FastifyRequest): Trace | undefined {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string' || !TRACE.test(traceparent)) return undefined
  const hasState = typeof tracestate === 'string' && STATE.test(tracestate)
  return { traceparent, ...(hasState && { tracestate }) }
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
  trace: TRACE.exec(traceOf(request)?.traceparent ?? '')?.[1],
})
