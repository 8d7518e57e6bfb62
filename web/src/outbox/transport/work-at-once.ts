/** Sends whole work in one call, which our server records in one transaction. A plain portal does not offer it. */
import { sendWorkApi, workReplySchema, type SentWork, type WorkResult } from '@veni/domain/api/work'
import type { PhotoRole } from '@veni/domain/photo'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Learned } from '../deps.ts'
import type { OutboxEntry } from '../entry.ts'
import { isFromIntermediary, toBadReply } from './refusals.ts'

const TIMEOUT_MS = 15_000

export type PhotoUrls = Readonly<Partial<Record<PhotoRole, string>>>

/**
 * Sends all records of an entry, also those that an older release of the app has sent by single calls.
 * @param photoUrls the addresses of the photos at another image host, once they are known
 * @returns undefined when the server does not offer the call: it is older than this app
 * Throws ApiFailure, as a call of its own would.
 */
export async function sendAtOnce(
  entry: OutboxEntry,
  photoUrls: PhotoUrls | undefined,
  client: Pick<Client, 'callApi'>,
): Promise<Learned | undefined> {
  const reply = await callForWork(entry, photoUrls, client)
  // Outside: the result can have status 404, too, for a customer that is not there.
  return reply && toLearned(reply.results[0])
}

async function callForWork(
  entry: OutboxEntry,
  photoUrls: PhotoUrls | undefined,
  { callApi }: Pick<Client, 'callApi'>,
) {
  try {
    return await callApi(sendWorkApi.recordWork, {
      body: { items: [toItem(entry, photoUrls)] },
      accepts: workReplySchema,
      timeoutMs: TIMEOUT_MS,
      // The server finds repeats by the id of the item; the key names the call, as every write does (ruling 3).
      idempotencyKey: `${entry.id}:${photoUrls ? 'photo-links' : 'work'}`,
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

function toLearned(result: WorkResult | undefined): Learned {
  if (!result) throw new ApiFailure('bad-reply')
  if (result.outcome === 'recorded') {
    const { order_id, differences } = result
    return {
      ...(order_id !== undefined && { orderId: String(order_id) }),
      ...(differences?.length && { differences }),
    }
  }
  const { status, error, retry_after_s } = result
  throw new ApiFailure('status', {
    status,
    code: error.code,
    body: JSON.stringify({ error }),
    ...(retry_after_s !== undefined && { retryAfterMs: retry_after_s * 1_000 }),
  })
}

/** The address has no id, so a 404 of our server means that it does not know the call. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiFailure && error.detail.status === 404 && error.detail.code === 'not-found'
