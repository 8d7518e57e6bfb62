import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs work that belongs to a trace. @param trace a header `traceparent` */
export function runInTrace(trace: string, work: () => void): void {
  current.run(trace, work)
}

/** For a call to another service. Empty when the running work belongs to no trace. */
export function traceHeaders(): { traceparent?: string } {
  const trace = current.getStore()
  return trace === undefined ? {} : { traceparent: trace }
}
