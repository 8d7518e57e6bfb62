/** Sends whole work in one call, which our server records in one transaction. A plain portal does not offer it. */
import { sendWorkApi, workReplySchema, type SentWork, type WorkResult } from '@veni/domain/api/work'
import type { PhotoRole } from '@veni/domain/photo'
import { listPhotos, listRecordSteps, listSteps, planCall } from '@veni/domain/work'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import {
  isSendFailure,
  type Acknowledged,
  type CallGuards,
  type Epoch,
  type Learned,
  type Reconciliation,
  type SendFailure,
} from '../deps.ts'
import type { OutboxEntry } from '../entry.ts'
import { isFromIntermediary, toBadReply } from './refusals.ts'

const TIMEOUT_MS = 15_000

export type PhotoUrls = Readonly<Partial<Record<PhotoRole, string>>>
type WorkDeps = Pick<Client, 'callApi'> &
  Pick<CallGuards, 'requireOwner' | 'epoch'> &
  Pick<Reconciliation, 'storeFirstEpoch'>

/**
 * Sends all records of an entry, also those that an older release of the app has sent by single calls.
 * @param photoUrls the addresses of the photos at another image host, once they are known
 * @returns undefined when the server does not offer the call: it is older than this app
 * Throws ApiFailure, as a call of its own would.
 */
export async function sendAtOnce(
  entry: OutboxEntry,
  photoUrls: PhotoUrls | undefined,
  deps: WorkDeps,
): Promise<Learned | undefined> {
  const key = `${entry.id}:${photoUrls ? 'photo-links' : 'work'}`
  const reply = await callForWork([toItem(entry, photoUrls)], key, deps)
  // Outside: the result can have status 404, too, for a customer that is not there.
  return reply && toLearned(reply.results[0], await findEpoch(entry, reply, deps))
}

/** The bytes of an entry in the body of a call. */
export const measureItem = (entry: OutboxEntry): number =>
  new TextEncoder().encode(`${JSON.stringify(toItem(entry))},`).byteLength

/** As `sendAtOnce`, for several entries. Each has a result of its own. */
export async function sendTogether(
  entries: readonly OutboxEntry[],
  deps: WorkDeps,
): Promise<readonly (Acknowledged | SendFailure)[] | undefined> {
  const items = entries.map((entry) => toItem(entry))
  const reply = await callForWork(items, `${entries[0]?.id}:work`, deps)
  if (!reply || !entries[0]) return undefined
  const epoch = await findEpoch(entries[0], reply, deps)
  return entries.map((entry, at) => toResult(entry, reply.results[at], epoch))
}

/**
 * The epoch that the entry notes. The first one is stored at once: a later restore must be noticed before newer work is
 * sent. A phone that cannot compare what it has sent notes none, because it must wait for no comparison.
 */
async function findEpoch(
  { owner }: OutboxEntry,
  reply: { readonly epoch?: string | undefined },
  { epoch, storeFirstEpoch }: WorkDeps,
): Promise<Epoch> {
  if (!reply.epoch || epoch !== undefined) return reply.epoch
  return (await storeFirstEpoch(owner, reply.epoch)) ? reply.epoch : undefined
}

async function callForWork(
  items: readonly SentWork[],
  idempotencyKey: string,
  { callApi, requireOwner, epoch }: WorkDeps,
) {
  requireOwner()
  try {
    return await callApi(sendWorkApi.recordWork, {
      body: { items: [...items], ...(epoch !== undefined && { epoch }) },
      accepts: workReplySchema,
      timeoutMs: TIMEOUT_MS,
      // The server finds repeats by the id of each item; the key names the call, as every write does (ruling 3).
      idempotencyKey,
    })
  } catch (error) {
    if (isUnknownCall(error)) return undefined
    throw isFromIntermediary(error) ? toBadReply(error) : error
  }
}

function toItem({ version, id, customerId, work }: OutboxEntry, photoUrls?: PhotoUrls): SentWork {
  const item = { version, id, customer_id: customerId, work }
  return photoUrls ? { ...item, photo_urls: photoUrls } : item
}

function toResult(
  entry: OutboxEntry,
  result: WorkResult | undefined,
  epoch: Epoch,
): Acknowledged | SendFailure {
  try {
    return { kind: 'acknowledged', learned: toLearned(result, epoch), done: listDone(entry) }
  } catch (error) {
    if (!isSendFailure(error)) throw error
    return error
  }
}

/** All steps where there is no photo to upload and no address of one to send. */
function listDone({ customerId, work }: OutboxEntry): readonly string[] {
  const steps = listSteps(work.kind)
  const hasMore =
    listPhotos(work).length > 0 ||
    (steps.includes('photo-links') && planCall(work, 'photo-links', { customerId, photoUrls: {} }))
  return hasMore ? listRecordSteps(work.kind) : steps
}

function toLearned(result: WorkResult | undefined, epoch: Epoch): Learned {
  if (!result) throw new ApiFailure('bad-reply')
  if (result.outcome === 'recorded') {
    const { order_id, differences, hash } = result
    return {
      ...(hash !== undefined && { hash }),
      ...(epoch && { epoch }),
      ...(order_id !== undefined && { orderId: String(order_id) }),
      ...(differences?.length && { differences }),
    }
  }
  const { status, error, office, retry_after_s } = result
  throw new ApiFailure('status', {
    status,
    code: error.code,
    body: JSON.stringify({ error, office }),
    ...(retry_after_s !== undefined && { retryAfterMs: retry_after_s * 1_000 }),
  })
}

/** The address has no id, so a 404 of our server means that it does not know the call. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiFailure && error.detail.status === 404 && error.detail.code === 'not-found'
