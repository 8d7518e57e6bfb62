import type {
  BodyOutput,
  Endpoint,
  ParamsOutput,
  QueryOutput,
  ReplyInput,
} from '@veni/domain/api/endpoint'
import { REPLAYED_HEADER } from '@veni/domain/api/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runnerOf, type SignedInRunner, transactAs } from '../auth/guard.ts'
import type { Deps } from '../deps.ts'
import { guardOpenCall, guardRunnerCall } from '../limits/guard-call.ts'
import { checkRecordQuota, countRecordBytes } from '../limits/record-quota.ts'
import type { Write, Writes } from '../write.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { identifyRequest, readKey } from './keyed-request.ts'
import { parseBody, parsePart, requireReadable } from './parse-request.ts'

/** One parsed request of a call of the contract. */
type Call<TEndpoint extends Endpoint> = {
  readonly params: ParamsOutput<TEndpoint>
  readonly query: QueryOutput<TEndpoint>
  readonly body: BodyOutput<TEndpoint>
  /** The signed-in runner; only calls with the access `runner` have one. */
  readonly runner: TEndpoint['access'] extends 'runner' ? SignedInRunner : undefined
  readonly request: FastifyRequest
  /** For cookies and headers. A handler never sends it: whoever waits for a reply waits until the phone has all of it. */
  readonly reply: FastifyReply
}

/** Bytes, or a JSON text that was stored with its status. */
export class ReadyAnswer {
  constructor(
    readonly payload: string | Uint8Array | undefined,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string | number>> = {},
  ) {}
}

/** A call without a reply schema answers with bytes or with nothing. */
type HandlerAnswer<TEndpoint extends Endpoint> = undefined extends TEndpoint['reply']
  ? Promise<ReadyAnswer | undefined>
  : Promise<ReplyInput<TEndpoint> | ReadyAnswer>

type Handle<TEndpoint extends Endpoint> = (call: Call<TEndpoint>) => HandlerAnswer<TEndpoint>

/**
 * Registers a call of the contract: checks the session, parses the request, answers with the contract's status. The
 * calls of the runners have their turns at the database one after the other.
 */
export function serve<TEndpoint extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: TEndpoint,
  handle: Handle<TEndpoint>,
): void {
  if (endpoint.access !== 'runner') return serveWithoutTurn(app, deps, endpoint, handle)
  const turns = app.callTurns[endpoint.method === 'GET' ? 'reads' : 'writes']
  const handleInTurn = (call: Call<TEndpoint>) =>
    turns.take<unknown>(runnerOf(call.request).id, () => handle(call))
  serveWithoutTurn(app, deps, endpoint, handleInTurn as Handle<TEndpoint>)
}

/** As `serve`, for a call that takes no turn at the database, because it waits for another service or for a photo. */
export function serveWithoutTurn<TEndpoint extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: TEndpoint,
  handle: Handle<TEndpoint>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // These run before the body is read, so that nobody can upload without a session.
    ...findGuard(app, deps, endpoint),
    bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
    ...(endpoint.takesGzip && { decompress: { requestEncodings: ['gzip'] } }),
    handler: async (request, reply) => {
      const answer = await handle(parseCall(endpoint, request, reply))
      if (answer instanceof ReadyAnswer)
        return reply.code(answer.status).headers(answer.headers).send(answer.payload)
      return reply.code(endpoint.status ?? 200).send(answer)
    },
  })
}

/** A customer's update with two texts of 2,000 Telugu letters has 12 KB. */
export const MAX_BODY_BYTES = 16 * 1024

function findGuard(app: FastifyInstance, deps: Deps, { access, method, unlimited }: Endpoint) {
  if (access === 'runner')
    return { onRequest: guardRunnerCall(app, deps, method === 'GET' ? 'reads' : 'writes') }
  return unlimited ? {} : { onRequest: guardOpenCall(app) }
}

type WriteEndpoint = Endpoint & { readonly access: 'runner' }

/**
 * Registers calls that change something. The effect of a call and its stored answer are one transaction; a repeat under
 * the same `Idempotency-Key` gets the stored answer and has no second effect.
 */
export function serveWrites<TCalls extends Readonly<Record<string, WriteEndpoint>>>(
  app: FastifyInstance,
  deps: Deps,
  calls: TCalls,
  writes: Writes<TCalls>,
): void {
  const entries = Object.entries(calls) as [keyof TCalls, TCalls[keyof TCalls]][]
  for (const [name, endpoint] of entries) serveWrite(app, deps, endpoint, writes[name])
}

function serveWrite<TEndpoint extends WriteEndpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: TEndpoint,
  handle: (write: Write<TEndpoint>) => Promise<ReplyInput<TEndpoint>>,
): void {
  serve(app, deps, endpoint, async (call) => {
    const { request, reply } = call
    const runnerId = runnerOf(request).id
    const keyed = {
      runnerId,
      key: readKey(request),
      ...identifyRequest(request.method, request.url, request.body),
    }
    // Not `isReplayed`: a deal that comes again with other content is judged again.
    let hasRun = false
    const answer = await transactAs(
      deps,
      request,
    )((tx) => {
      hasRun = false
      return answerOnce(tx, keyed, async () => {
        hasRun = true
        await checkRecordQuota(deps, tx, runnerId)
        const body = await handle({ ...call, tx, writer: { runnerId, now: deps.now() } })
        return { status: endpoint.status ?? 200, body: JSON.stringify(body) }
      })
    })
    const stored = { sent: request.body, answerBytes: Buffer.byteLength(answer.body) }
    if (hasRun) await countRecordBytes(deps, runnerId, [stored])
    if (answer.isReplayed) reply.header(REPLAYED_HEADER, 'true')
    reply.type('application/json; charset=utf-8')
    return new ReadyAnswer(answer.body, answer.status)
  })
}

function parseCall<TEndpoint extends Endpoint>(
  endpoint: TEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<TEndpoint> {
  if (endpoint.bodyType !== 'multipart') requireReadable(request.body)
  return {
    params: parsePart(endpoint.params, request.params),
    query: parsePart(endpoint.query, request.query),
    body: endpoint.bodyType === 'multipart' ? undefined : parseBody(endpoint.body, request.body),
    runner: endpoint.access === 'runner' ? runnerOf(request) : undefined,
    request,
    reply,
  } as Call<TEndpoint>
}
