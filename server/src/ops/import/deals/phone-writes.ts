import type { BodyOutput, Endpoint, ParamsOutput, ReplyInput } from '@veni/domain/api/endpoint'
import { type PlannedCall, workApi, type WorkCallName } from '@veni/domain/work'
import { updateCustomer } from '../../../customers/service.ts'
import type { Tx, Writer } from '../../../db/client.ts'
import { deliverSettlement, recordCashPayment, recordSettlement } from '../../../deals/service.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, internalError } from '../../../errors.ts'
import { hashRequest } from '../../../http/keyed-request.ts'
import { parseBody, parsePart } from '../../../http/parse-request.ts'
import { answerOnce } from '../../../idempotency/answer-once.ts'
import { createOrder, updateOrder } from '../../../orders/service.ts'

/** The calls that a phone makes for its work, each with the service that its route calls too. */
const writes = {
  updateCustomer: write(workApi.updateCustomer, ({ tx, writer, params, body }) =>
    updateCustomer(tx, writer, params.id, body),
  ),
  createOrder: write(workApi.createOrder, ({ tx, writer, body }) => createOrder(tx, writer, body)),
  updateOrder: write(workApi.updateOrder, ({ tx, writer, params, body }) =>
    updateOrder(tx, writer, params.id, body),
  ),
  recordSettlement: write(workApi.recordSettlement, ({ tx, writer, body }) =>
    recordSettlement(tx, writer, body),
  ),
  updateSettlement: write(workApi.updateSettlement, ({ tx, writer, params }) =>
    deliverSettlement(tx, writer, params.id),
  ),
  recordCashPayment: write(workApi.recordCashPayment, ({ tx, writer, body }) =>
    recordCashPayment(tx, writer, body),
  ),
} satisfies Record<WorkCallName, unknown>

interface PhoneWrite {
  readonly runnerId: number
  readonly call: PlannedCall
  /** The key of the phone's call; undefined for a call that the phone may repeat with other content. */
  readonly key: string | undefined
}

/**
 * Runs one call of a phone in the transaction of `deps.db`. Throws `AppError` for a refusal; logs any other failure and
 * throws `internal`.
 * @returns the reply, and whether the phone or an earlier import made this call before
 */
export async function writeForPhone(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { runnerId, call, key }: PhoneWrite,
): Promise<{ reply: unknown; isReplayed: boolean }> {
  const endpoint: Endpoint = workApi[call.name]
  const body = toSentBody(call)
  const run = writes[call.name].prepare(call.params, body)
  const requestHash = hashRequest(endpoint.method, makePath(call), body)
  try {
    const answer = await answerOnce(db, { runnerId, key, requestHash }, async (tx) => ({
      status: endpoint.status ?? 200,
      body: JSON.stringify(await run(tx, { runnerId, now: now() })),
    }))
    return { reply: JSON.parse(answer.body), isReplayed: answer.isReplayed }
  } catch (error) {
    if (error instanceof AppError) throw error
    log.error(`${endpoint.method} ${endpoint.path} failed`, error)
    throw internalError()
  }
}

/** The body as a route receives it: JSON has no undefined fields, and a call without a body has none. */
function toSentBody({ body }: PlannedCall): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body))
}

function makePath({ name, params }: PlannedCall): string {
  return workApi[name].path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  )
}

type Write<TEndpoint extends Endpoint> = {
  readonly tx: Tx
  readonly writer: Writer
  readonly params: ParamsOutput<TEndpoint>
  readonly body: BodyOutput<TEndpoint>
}

function write<TEndpoint extends Endpoint>(
  endpoint: TEndpoint,
  run: (write: Write<TEndpoint>) => Promise<ReplyInput<TEndpoint>>,
) {
  return {
    endpoint: endpoint as Endpoint,
    /** Parses with the schemas of the route. Throws `bad-request`. */
    prepare(params: unknown, body: unknown) {
      const parsed = {
        params: parsePart(endpoint.params, params),
        body: parseBody(endpoint.body, body),
      } as Pick<Write<TEndpoint>, 'params' | 'body'>
      return (tx: Tx, writer: Writer): Promise<unknown> => run({ tx, writer, ...parsed })
    },
  }
}
