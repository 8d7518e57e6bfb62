import type {
  BodyOutput,
  Endpoint,
  ParamsOutput,
  QueryOutput,
  ReplyInput,
} from '@veni/domain/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { requireRunner, runnerOf } from './auth/guard.ts'
import type { SessionRunner } from './auth/session-store.ts'
import type { Tx } from './db/client.ts'
import type { Deps } from './deps.ts'
import { AppError, type RefusedField } from './errors.ts'
import { answerOnce } from './idempotency/answer-once.ts'
import { findUnstorable } from './unstorable-text.ts'

/** One request of a contract's call, parsed. */
export type Call<TEndpoint extends Endpoint> = {
  readonly params: ParamsOutput<TEndpoint>
  readonly query: QueryOutput<TEndpoint>
  readonly body: BodyOutput<TEndpoint>
  /** Who is signed in; only calls with the access `runner` have it. */
  readonly runner: TEndpoint['access'] extends 'runner' ? SessionRunner : undefined
  readonly request: FastifyRequest
  /** For cookies, headers and bytes; an ordinary answer is what the handler returns. */
  readonly reply: FastifyReply
}

/** Calls that the contract gives no reply shape answer with bytes, by the reply itself, or with nothing. */
type Answer<TEndpoint extends Endpoint> = undefined extends TEndpoint['reply']
  ? Promise<FastifyReply | undefined>
  : Promise<ReplyInput<TEndpoint>>

/** Registers a call of the contract: guards it, parses what comes in, answers with the contract's status. */
export function serve<TEndpoint extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: TEndpoint,
  handle: (call: Call<TEndpoint>) => Answer<TEndpoint>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Before the body is read: nobody uploads anything without a session.
    ...(endpoint.access === 'runner' && { onRequest: requireRunner(deps) }),
    handler: async (request, reply) => {
      const answer = await handle(parseCall(endpoint, request, reply))
      return answer === reply ? reply : reply.code(endpoint.status ?? 200).send(answer)
    },
  })
}

/**
 * Registers a call that changes something: its whole effect and its stored answer are one transaction, and the same
 * `Idempotency-Key` gets the same answer again without a second effect.
 */
export function serveWrite<TEndpoint extends Endpoint & { access: 'runner' }>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: TEndpoint,
  handle: (call: Call<TEndpoint> & { readonly tx: Tx }) => Promise<ReplyInput<TEndpoint>>,
): void {
  serve(app, deps, endpoint, async (call) => {
    const answer = await answerOnce(deps, call.request, endpoint.status ?? 200, (tx) =>
      handle({ ...call, tx }),
    )
    if (answer.isReplayed) call.reply.header('idempotent-replayed', 'true')
    return call.reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
  })
}

function parseCall<TEndpoint extends Endpoint>(
  endpoint: TEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<TEndpoint> {
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.bodyType === 'multipart' ? undefined : parseBody(endpoint.body, request.body),
    runner: endpoint.access === 'runner' ? runnerOf(request) : undefined,
    request,
    reply,
  } as Call<TEndpoint>
}

function parse(schema: v.GenericSchema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  throw unexpected(result.issues.map(toField))
}

/** Ids of the address that the database could not hold name nothing, and are a 404; what is to be stored is refused. */
function parseBody(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const body = parse(schema, value)
  const refused = findUnstorable(body)
  if (refused.length > 0) throw unexpected(refused)
  return body
}

function unexpected(fields: RefusedField[]): AppError {
  return new AppError('bad-request', 'The request is not as expected.', fields)
}

function toField(issue: v.BaseIssue<unknown>): RefusedField {
  return { path: v.getDotPath(issue) ?? '', reason: issue.message }
}
