/**
 * Makes the calls of a piece of work, in the order of its plan. An acknowledged step is never sent again, so a chain
 * that broke in the middle goes on where it broke.
 */
import { errorReplySchema } from '@veni/domain/api/protocol'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { orderReplySchema } from '@veni/domain/order'
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import { callTimings } from '@veni/domain/api/timings'
import {
  callOf,
  photosOf,
  plans,
  stepKey,
  type PlannedCall,
  type StepName,
} from '@veni/domain/work'
import * as v from 'valibot'
import { callApi } from '../api/client.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../api/failure.ts'
import { isOurServer } from '../api/our-server.ts'
import type { OutboxEntry } from './entry.ts'
import { readPhotoToSend } from './photo-store.ts'
import { handOverPhoto } from './photo-upload.ts'
import { isRefusal } from './refusal.ts'

const EXTENSION_TIMEOUT_MS = 15_000

/** What a step learned; merged into the entry. */
type Learned = Pick<OutboxEntry, 'orderId' | 'staysHere' | 'differences'>

export interface NextStep {
  readonly name: string
  /** Photos, and where they went: what the office can do without until every record is there. */
  readonly isEvidence?: boolean
  /** @param keepLease is called before each further call; rejects when another sender has the entry by now */
  readonly run: (keepLease: () => Promise<void>) => Promise<Learned | void>
}

/** The first step that the office has not acknowledged yet; undefined when all are. */
export function nextStep(entry: OutboxEntry): NextStep | undefined {
  const name = plans[entry.work.kind].find((step) => !entry.done.includes(step))
  if (!name) return undefined
  const isEvidence = name === 'photos' || name === 'photo-links'
  return { name, isEvidence, run: (keepLease) => runStep(entry, name, keepLease) }
}

async function runStep(
  entry: OutboxEntry,
  step: StepName,
  keepLease: () => Promise<void>,
): Promise<Learned | void> {
  if (step === 'photos') return sendPhotos(entry, keepLease)
  const photoUrls = step === 'photo-links' ? await findPhotoUrls(entry) : {}
  const call = callOf(entry.work, step, { ...entry, photoUrls })
  if (!call) return
  const idempotencyKey = stepKey(entry.id, step)
  if (call.endpoint.part === 'extension') return sendToExtension(call, idempotencyKey)
  const timeoutMs = timeoutsMs[step]
  if (step === 'order')
    return { orderId: await send(call, { accepts: orderReplySchema, timeoutMs, idempotencyKey }) }
  await send(call, { accepts: ourReply(call.endpoint) ?? anyAnswer, timeoutMs, idempotencyKey })
}

const timeoutsMs = {
  order: callTimings.createOrder.timeoutMs,
  delivered: callTimings.updateOrder.timeoutMs,
  'photo-links': callTimings.updateOrder.timeoutMs,
  customer: callTimings.updateCustomer.timeoutMs,
  record: EXTENSION_TIMEOUT_MS,
} as const satisfies Record<Exclude<StepName, 'photos'>, number>

/**
 * Our server's answer is known to the field. What a plain portal answers to an update is not specified (spec §7):
 * any JSON that is not one of our refusals.
 */
const ourReply = ({ reply }: Endpoint) => (isOurServer() ? reply : undefined)

const anyAnswer = v.pipe(
  v.unknown(),
  v.check((reply) => !v.is(errorReplySchema, reply)),
)

interface Sending<TSchema extends v.GenericSchema> {
  readonly accepts: TSchema
  readonly timeoutMs: number
  readonly idempotencyKey: string
}

async function send<TSchema extends v.GenericSchema>(
  { endpoint, ...call }: PlannedCall,
  sending: Sending<TSchema>,
): Promise<v.InferOutput<TSchema>> {
  try {
    // The plan has matched the body to its endpoint already.
    const planned = endpoint as Endpoint & { body: v.GenericSchema<unknown> }
    return await callApi(planned, { ...call, ...sending })
  } catch (error) {
    throw isStrangersRefusal(error) ? new ApiFailure('bad-reply') : error
  }
}

/** What something between phone and server may say in its own words: there is no session, it is too much. */
const STATUSES_OF_ANYBODY = new Set([401, 413])

/**
 * Our server refuses in its own words. A page with a 4xx, also the 404 by which a plain portal says that it does not
 * have a call, is then of somebody on the way, such as a captive portal: it passes.
 */
function isStrangersRefusal(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || !isOurServer()) return false
  const { status = 0, code } = error.detail
  const isRefusing = (status >= 400 && status < 500) || status === 501
  return isRefusing && code === undefined && !STATUSES_OF_ANYBODY.has(status)
}

/** A call that only our server has: where it is not offered the record stays on the phone (ruling 2). */
async function sendToExtension(call: PlannedCall, idempotencyKey: string): Promise<Learned | void> {
  try {
    const accepts = ourReply(call.endpoint) ?? v.looseObject({})
    const timeoutMs = EXTENSION_TIMEOUT_MS
    const reply: unknown = await send(call, { accepts, timeoutMs, idempotencyKey })
    const found = v.safeParse(differencesSchema, reply)
    return found.success && found.output.differences?.length ? found.output : {}
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return { staysHere: true }
  }
}

const differencesSchema = v.pick(recountedSettlementSchema, ['differences'])

async function sendPhotos(entry: OutboxEntry, keepLease: () => Promise<void>): Promise<void> {
  const failures: ApiFailure[] = []
  for (const { id } of photosOf(entry.work)) {
    await keepLease()
    try {
      await handOverPhoto(id)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      failures.push(error)
      if (!isOfThisPhoto(error)) break
    }
  }
  // What the runner can do something about comes before what is only tried again, and sends no refused photo again.
  const failure = failures.find(isSignedOut) ?? failures.find(isRefusal) ?? failures.at(-1)
  if (failure) throw failure
}

/** Neither the link nor the sign-in failed: the deal's other photo may do better. */
const isOfThisPhoto = (failure: ApiFailure) =>
  failure.kind === 'phone' || (isRefusal(failure) && !isSignedOut(failure))

async function findPhotoUrls(entry: OutboxEntry) {
  const urls = await Promise.all(
    photosOf(entry.work).map(
      async ({ id, role }) => [role, (await readPhotoToSend(id))?.url ?? ''] as const,
    ),
  )
  return Object.fromEntries(urls)
}
