import type { Endpoint } from '@veni/domain/api/endpoint'
import type { Seen } from '@veni/domain/customer/seen'
import { type PlannedCall, workApi } from '@veni/domain/work'
import { customerWrites } from '../customers/service.ts'
import { dealWrites } from '../deals/service.ts'
import type { Tx, Writer } from '../db/client.ts'
import { findOutage } from '../db/unavailable.ts'
import type { Deps } from '../deps.ts'
import { AppError, internalError } from '../errors.ts'
import { MAX_BODY_BYTES } from '../http/endpoint.ts'
import { identifyRequest } from '../http/keyed-request.ts'
import { parseBody, parsePart } from '../http/parse-request.ts'
import { measureJson } from '../limits/record-quota.ts'
import type { ClaimedKeys } from '../idempotency/claimed-keys.ts'
import { orderWrites } from '../orders/service.ts'
import type { Write, Writes } from '../write.ts'

/** The calls that a phone makes for its work. Their routes run the same functions. */
const writes: Writes<typeof workApi> = { ...customerWrites, ...orderWrites, ...dealWrites }

interface Step {
  readonly runnerId: number
  readonly call: PlannedCall
  /** The key of the phone's call; undefined for a call that the phone may repeat with other content. */
  readonly keyed?: { readonly keys: ClaimedKeys; readonly key: string }
  readonly seen?: Seen | undefined
}

/**
 * Runs one call of a phone in this transaction. Throws `AppError` for a refusal, and passes an outage on: after a lock
 * conflict the transaction can run again, and after another outage the phone waits. Logs any other failure and throws `internal`.
 * @returns the reply, how many bytes it has as JSON, and whether the phone or an earlier import made this call before
 */
export async function runStep(
  tx: Tx,
  { now, log, isOffice, adopted }: Pick<Deps, 'now' | 'log'> & Pick<Writer, 'isOffice' | 'adopted'>,
  { runnerId, call, keyed, seen }: Step,
): Promise<{ reply: unknown; bytes: number; isReplayed: boolean }> {
  const endpoint: Endpoint = workApi[call.name]
  const body = toSentBody(call)
  requireSize(endpoint, body)
  // TypeScript does not see that the call and its function have the same name.
  const write = writes[call.name] as (write: Write<Endpoint>) => Promise<unknown>
  const parsed = {
    params: parsePart(endpoint.params, call.params),
    body: parseBody(endpoint.body, body),
  } as Pick<Write<Endpoint>, 'params' | 'body'>
  const identity = identifyRequest(endpoint.method, makePath(call), body)
  const run = async () => ({
    status: endpoint.status ?? 200,
    body: JSON.stringify(
      await write({ tx, writer: { runnerId, now: now(), isOffice, adopted }, ...parsed, seen }),
    ),
  })
  try {
    const answer = keyed
      ? await keyed.keys.answer(keyed.key, identity, run)
      : { ...(await run()), isReplayed: false }
    const bytes = Buffer.byteLength(answer.body)
    return { reply: JSON.parse(answer.body), bytes, isReplayed: answer.isReplayed }
  } catch (error) {
    if (error instanceof AppError || findOutage(error) !== undefined) throw error
    log.error(`${endpoint.method} ${endpoint.path} failed`, error)
    throw internalError()
  }
}

/** A step has the limit of its own call, because all records of a deal together can be larger. */
function requireSize({ maxBodyBytes = MAX_BODY_BYTES }: Endpoint, body: unknown): void {
  if (measureJson(body) > maxBodyBytes)
    throw new AppError('too-large', 'A record of the work is too large.')
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
