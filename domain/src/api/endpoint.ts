/** What one call of the contract is made of. */
import type * as v from 'valibot'

type AnySchema = v.GenericSchema

/** Stable codes of refusals; the app turns them into sentences, the server never changes one. */
export const errorStatuses = {
  'bad-request': 400,
  'sign-in-required': 401,
  'wrong-code': 401,
  'not-found': 404,
  conflict: 409,
  'in-progress': 409,
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
  /** Parameters as `:name`. */
  readonly path: `/api/${string}`
  readonly summary: string
  /** Section 7 of the specification, or an extension a plain portal does not offer (ruling 2). */
  readonly part: 'section-7' | 'extension'
  /** `runner` calls answer 401 without a session. */
  readonly access: 'open' | 'runner'
  readonly params?: AnySchema
  readonly query?: AnySchema
  readonly body?: AnySchema
  /** `multipart` bodies are read as a stream; `body` then only documents the parts. */
  readonly bodyType?: 'json' | 'multipart'
  /** As our server answers; undefined for bytes. */
  readonly reply: AnySchema | undefined
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204
}

/** Keeps an endpoint's literal types. */
export function endpoint<const TEndpoint extends Endpoint>(definition: TEndpoint): TEndpoint {
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

/** What a caller gives. */
export type BodyInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'body'>>
export type QueryInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'query'>>
export type ParamsInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'params'>>
/** What a handler gets after parsing. */
export type BodyOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'body'>>
export type QueryOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'query'>>
export type ParamsOutput<TEndpoint extends Endpoint> = Out<SchemaOf<TEndpoint, 'params'>>
/** What a handler answers: the schema's input, so that it may be sent as it is. */
export type ReplyInput<TEndpoint extends Endpoint> = In<SchemaOf<TEndpoint, 'reply'>>
