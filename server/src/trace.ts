import { AsyncLocalStorage } from 'node:async_hooks'

/** The headers of W3C Trace Context. */
export type Trace = {
  readonly traceparent: string
  /** What the systems in front add for themselves. */
  readonly tracestate?: string
}

const current = new AsyncLocalStorage<Trace>()

/** Runs work that belongs to a trace. */
export function runInTrace(trace: Trace, work: () => void): void {
  current.run(trace, work)
}

/** For a call to another service. Empty when the running work belongs to no trace. */
export const traceHeaders = (): Partial<Trace> => current.getStore() ?? {}
