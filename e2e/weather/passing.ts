import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** One request on its way from the phone to the office. */
export interface Passing {
  /** Such as `POST /api/orders`, without a query. */
  readonly call: string
  /** Its Idempotency-Key; '' without one. */
  readonly key: string
  readonly body: Buffer
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Hands it to the server and takes its whole answer: by then whatever was asked is committed. Rejects when there is no server. */
  readonly askOffice: () => Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What becomes of a request between phone and office. */
export type WireWeather = (passing: Passing) => Promise<void> | void
