/** The parts of one call of the contract. */
import type * as v from 'valibot'

type AnySchema = v.GenericSchema

/** The codes of refusals with their HTTP status. The app shows a sentence for each; a code never changes. */
export const errorStatuses = {
  'bad-request': 400,
  'sign-in-required': 401,
  'wrong-code': 401,
  'not-found': 404,
  conflict: 409,
  'in-progress': 409,
  /** The database was restored: the phone first compares what it has sent (reconciliation.ts). */
  'epoch-ended': 409,
  'too-large': 413,
  'wrong-type': 415,
  'idempotency-mismatch': 422,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>
export type ErrorCode = keyof typeof errorStatuses

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters have the form `:name`. */
  readonly path: `/api/${string}`
  readonly summary: string
  /** An older call of, or an extension that a plain portal does not offer (ruling 2). */
  readonly part: 'older' | 'extension'
  /** The reply to a `runner` call without a session is 401. */
  readonly access: 'open' | 'runner'
  readonly params?: AnySchema
  readonly query?: AnySchema
  readonly body?: AnySchema
  /** A longer body is refused as `too-large`; 16 KB by default. */
  readonly maxBodyBytes?: number
  /** Our server also takes the body compressed with gzip. The limit then holds for both sizes. */
  readonly takesGzip?: true
  /** The call of a load balancer, which no limit of calls may refuse. */
  readonly unlimited?: true
  /** The server reads a `multipart` body as a stream; `body` then only documents the parts. */
  readonly bodyType?: 'json' | 'multipart'
  /** The reply of our server; undefined for bytes. */
  readonly reply: AnySchema | undefined
  /** The status of success; 200 by default. */
  readonly status?: 200 | 201 | 204
}

/** Keeps an endpoint's literal types. */
export function defineEndpoint<const TEndpoint extends Endpoint>(definition: TEndpoint): TEndpoint {
  return definition
}

type SchemaOf<TEndpoint, TKey extends string> =
  TEndpoint extends Readonly<Record<TKey, infer TSchema>>
    ? TSchema extends AnySchema
      ? TSchema
      : never
    : never

type In<TSchema> = [TSchema] extends [never] ? undefined : v.InferInput<TSchema & AnySchema>
type Out<TSchema> = [TSchema] extends [never] ? undefined : v.InferOutput<TSchema & AnySchema>

/** What a caller passes. */
export type BodyInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'body'>>
export type QueryInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'query'>>
export type ParamsInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'params'>>
/** What a handler receives after parsing. */
export type BodyOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'body'>>
export type QueryOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'query'>>
export type ParamsOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'params'>>
/** What a handler returns. It is the schema's input, because the server sends it without conversion. */
export type ReplyInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'reply'>>
