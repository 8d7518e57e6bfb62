import { setImmediate } from 'node:timers/promises'

/**
 * Lets waiting requests be served. The embedded database works in this very thread and answers without ever leaving it, so that an
 * import would otherwise keep the whole server to itself until its end.
 */
export async function yieldToRequests(): Promise<void> {
  await setImmediate()
}
