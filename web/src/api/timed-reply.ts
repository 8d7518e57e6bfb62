import { measureClock } from '../state/clock-offset.ts'

export interface TimedReply extends Pick<Response, 'status' | 'statusText' | 'headers'> {
  readonly body: string
  /** When the request was sent and the headers of its reply arrived, in ms since 1970 by the phone's clock. */
  readonly sentAt: number
  readonly arrivedAt: number
}

/** Measures the phone's clock with a reply that a server of this deployment has certainly written. */
export function measureWith(
  method: string | undefined,
  { headers, sentAt, arrivedAt }: TimedReply,
): void {
  if (isFresh(method, headers)) measureClock(headers.get('date'), sentAt, arrivedAt)
}

/** Whether no cache may have given the reply: it would have the `Date` of an earlier one. */
function isFresh(method: string | undefined, headers: Headers): boolean {
  const control = headers.get('cache-control') ?? ''
  if (method !== 'GET' || control.includes('no-store')) return true
  const isStorable = ['age', 'expires', 'last-modified'].some((name) => headers.has(name))
  return !isStorable && !control.includes('max-age')
}
