/**
 * Makes the calls of an entry's steps in their order. An acknowledged step is never sent again, so an interrupted entry
 * continues at the step that failed.
 */
import type { Endpoint } from '@veni/domain/api/endpoint'
import { errorReplySchema } from '@veni/domain/api/protocol'
import { callTimings, type CallTiming } from '@veni/domain/api/timings'
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import { orderReplySchema } from '@veni/domain/order'
import {
  findRecordedUrl,
  listLaterPhotos,
  listPhotos,
  isPhotoStep,
  listRecordSteps,
  makeStepKey,
  planCall,
  workApi,
  type PlannedCall,
  type StepName,
  type WorkCallName,
  needsPhotoUrls,
} from '@veni/domain/work'
import * as v from 'valibot'
import { type Client, isOurServer } from '../../api/client.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../../api/failure.ts'
import { LostPhoto } from '../../storage/storage-problem.ts'
import {
  isSendFailure,
  type CallGuards,
  type Learned,
  type Reconciliation,
  type SendFailure,
  type StepResult,
  type Transport,
} from '../deps.ts'
import { findNextStep, isBeforeOrder, type EntryHead, type OutboxEntry } from '../entry.ts'
import type { RecordedPhoto } from './photo-transport.ts'
import { isFromIntermediary, isRefusal, toBadReply } from './refusals.ts'
import { measureItem, sendAtOnce, sendTogether } from './work-at-once.ts'

interface PhotoTransport {
  readonly uploadPhoto: Transport['uploadPhoto']
  /** Uploads a completed deal's photo and deletes its bytes when the server has shown that it has the same. */
  readonly handOverPhoto: (id: string, recorded: RecordedPhoto, onPart: () => void) => Promise<void>
  /** @returns '' while no image host has the photo */
  readonly readPhotoUrl: (id: string) => Promise<string>
}

interface TransportDeps extends Pick<Reconciliation, 'storeFirstEpoch'> {
  readonly callApi: Client['callApi']
  readonly photos: PhotoTransport
}
type StepDeps = TransportDeps & CallGuards

export function createTransport(deps: TransportDeps): Transport {
  return {
    nextStep(entry) {
      const name = findNextStep(entry)
      if (!name) return undefined
      return {
        isPhotoStep: isPhotoStep(name),
        isUpload: name === 'photos',
        run: (taken, guards) => runStep(taken, name, { ...deps, ...guards }),
      }
    },
    together: {
      isPossible: isForOneCall,
      measure: measureItem,
      send: (entries, guards) => sendTogether(entries, { ...deps, ...guards }),
    },
    uploadPhoto: deps.photos.uploadPhoto,
  }
}

/** The runner waits for the answer to a single order, so it has a call of its own. */
function isForOneCall(entry: EntryHead): boolean {
  const step = findNextStep(entry)
  return isOurServer() && step !== undefined && !isPhotoStep(step) && !isBeforeOrder(entry)
}

async function runStep(entry: OutboxEntry, step: StepName, deps: StepDeps): Promise<StepResult> {
  if (step === 'photos') return sendPhotos(entry, deps)
  if (isOurServer() && !isPhotoStep(step)) {
    const learned = await sendAtOnce(entry, undefined, deps)
    if (learned) return { kind: 'acknowledged', learned, done: listRecordSteps(entry.work.kind) }
  }
  return { kind: 'acknowledged', learned: await sendCall(entry, step, deps), done: [step] }
}

async function sendCall(
  entry: OutboxEntry,
  step: Exclude<StepName, 'photos'>,
  deps: StepDeps,
): Promise<Learned> {
  const photoUrls = needsPhotoUrls(step) ? await readPhotoUrls(entry, deps) : {}
  const call = planCall(entry.work, step, { ...entry, photoUrls })
  const isLater = listLaterPhotos(entry.work).length > 0
  // Our server finds the order by the id of the entry: a number can be of another order after a restored backup.
  if (isOurServer() && needsPhotoUrls(step) && (call || isLater)) {
    const learned = await sendAtOnce(entry, photoUrls, deps)
    if (learned) return learned
    // Without this call our server has no place for a later photo.
    if (isLater) throw new ApiFailure('status', { status: 400 })
  }
  if (!call) return {}
  const idempotencyKey = makeStepKey(entry.id, step)
  if (workApi[call.name].part === 'extension') return sendToExtension(call, idempotencyKey, deps)
  if (call.name === 'createOrder') {
    const orderId = await send(call, { accepts: orderReplySchema, idempotencyKey }, deps)
    return { orderId }
  }
  await send(call, { accepts: findOurReply(call) ?? anyReply, idempotencyKey }, deps)
  return {}
}

const EXTENSION_TIMEOUT_MS = 15_000

/** The requirements have time limits for the older calls only. */
const timings: Partial<Record<WorkCallName, CallTiming>> = callTimings

/** The reply of our server has a schema. The reply of a plain portal is not specified: any JSON but our own refusal. */
const findOurReply = ({ name }: PlannedCall) => (isOurServer() ? workApi[name].reply : undefined)

const anyReply = v.pipe(
  v.unknown(),
  v.check((reply) => !v.is(errorReplySchema, reply)),
)

interface SendOptions<TSchema extends v.GenericSchema> {
  readonly accepts: TSchema
  readonly idempotencyKey: string
}

async function send<TSchema extends v.GenericSchema>(
  { name, ...call }: PlannedCall,
  options: SendOptions<TSchema>,
  { callApi, requireOwner }: StepDeps,
): Promise<v.InferOutput<TSchema>> {
  requireOwner()
  try {
    // `planCall` has matched the body to its endpoint already.
    const endpoint = workApi[name] as Endpoint & { body: v.GenericSchema<unknown> }
    const timeoutMs = timings[name]?.timeoutMs ?? EXTENSION_TIMEOUT_MS
    return await callApi(endpoint, { ...call, ...options, timeoutMs })
  } catch (error) {
    throw isFromIntermediary(error) ? toBadReply(error) : error
  }
}

/** A call that only our server has. Where it is not offered the record stays on the phone. */
async function sendToExtension(
  call: PlannedCall,
  idempotencyKey: string,
  deps: StepDeps,
): Promise<Learned> {
  try {
    const accepts = findOurReply(call) ?? v.looseObject({})
    const reply: unknown = await send(call, { accepts, idempotencyKey }, deps)
    const found = v.safeParse(differencesSchema, reply)
    return found.success && found.output.differences?.length ? found.output : {}
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return { staysHere: true }
  }
}

const differencesSchema = v.pick(recountedSettlementSchema, ['differences'])

async function sendPhotos(
  entry: OutboxEntry,
  { photos, renewLease, requireOwner, noteAnswer }: StepDeps,
): Promise<StepResult> {
  const failures: SendFailure[] = []
  for (const { id, role, later } of listPhotos(entry.work)) {
    if (!(await renewLease())) return { kind: 'lease-lost' }
    requireOwner()
    try {
      const url = later?.url ?? findRecordedUrl(entry.work, role)
      const { epoch, owner } = entry
      await photos.handOverPhoto(id, { url, epoch, owner }, noteAnswer)
    } catch (error) {
      if (!isSendFailure(error)) throw error
      failures.push(error)
      if (!isOfOnePhoto(error)) break
    }
  }
  // The runner can end a lost session, so it comes first. After a refusal the entry is not sent again.
  const failure = failures.find(isSignedOut) ?? failures.find(isRefusal) ?? failures.at(-1)
  if (failure) throw failure.kind === 'photo-lost' ? joinLost(failures) : failure
  return { kind: 'acknowledged', learned: {}, done: ['photos'] }
}

/** The runner is asked for all of them at once. */
const joinLost = (failures: readonly SendFailure[]) =>
  new LostPhoto(
    'Photos of a deal are lost',
    failures.flatMap((one) => (one.kind === 'photo-lost' ? one.photoIds : [])),
  )

/** Whether only this photo failed. Connection and sign-in still work, so the deal's other photo can be sent. */
const isOfOnePhoto = (failure: SendFailure) =>
  failure.kind === 'phone' || (isRefusal(failure) && !isSignedOut(failure))

async function readPhotoUrls(entry: OutboxEntry, { photos }: TransportDeps) {
  const urls = await Promise.all(
    listPhotos(entry.work).map(
      async ({ id, role }) => [role, await photos.readPhotoUrl(id)] as const,
    ),
  )
  return Object.fromEntries(urls)
}
