/**
 * The call by which a phone finds out whether our server still has what it acknowledged. After a restored backup the
 * server lacks the newest work, and the phone sends it again. A plain portal does not offer the call.
 */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { isInstant } from './fields.ts'
import { MOST_PHOTOS } from '../work.ts'

/** How many entries one call can name. */
export const MOST_RECONCILED_ITEMS = 200
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

const instant = v.pipe(v.string(), v.isoTimestamp(), v.check(isInstant))

/** How many items a report names. */
export const MOST_UNSENT_ITEMS = 100

/** Work that waits on a phone. When the phone loses its storage, the office knows what it was. */
export const unsentItemSchema = v.object({
  /** The UUID of the entry; of a deal, also the id of its visit. */
  id: v.pipe(v.string(), v.uuid()),
  kind: v.picklist(['deal', 'other']),
  customer_id: v.pipe(v.string(), v.regex(/^[\w-]{0,100}$/)),
  /** How many of its photos the server does not have. */
  photos: count,
  /** When it was made, by the clock of the phone. */
  at: instant,
})
export type UnsentItem = v.InferOutput<typeof unsentItemSchema>

/** What a phone has that the server has not acknowledged. */
export const unsentSchema = v.object({
  deals: count,
  photos: count,
  /** Entries without a deal: changes of customers, single orders, deliveries. */
  others: count,
  /** When the oldest of them was made, an ISO instant of the phone's clock; absent when there are none. */
  since: v.optional(instant),
  /** The oldest of them, without orders that the runner has not seen as made. Older apps name none. */
  items: v.optional(v.pipe(v.array(unsentItemSchema), v.maxLength(MOST_UNSENT_ITEMS)), []),
})
export type Unsent = v.InferOutput<typeof unsentSchema>

/** What a phone has reported as unsent, and what is gone with its storage as far as the server knows. */
export const lostWorkSchema = v.object({
  /**
   * Whether it was the phone that asks. Otherwise it is a phone of the same runner that has been silent since this one
   * appeared: it may be this one before it lost everything, or another one that is switched off.
   */
  is_this_phone: v.boolean(),
  /** When the server last heard of it, an ISO instant of the server's clock. */
  reported_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Empty when nothing was waiting then. `is_recorded`: the server has the deal, and only photos are gone. */
  items: v.array(v.object({ ...unsentItemSchema.entries, is_recorded: v.optional(v.boolean()) })),
})
export type LostWork = v.InferOutput<typeof lostWorkSchema>
export type LostItem = LostWork['items'][number]

const itemSchema = v.object({
  /** The UUID of the entry. */
  id: v.pipe(v.string(), v.uuid()),
  /** SHA-256 of each photo that the phone sent for it. */
  photos: v.pipe(v.array(sha256), v.maxLength(MOST_PHOTOS)),
  /** Whether the phone has sent everything of the entry: the sum of the reply counts only such entries. */
  is_sent: v.boolean(),
})
export type ReconciledItem = v.InferInput<typeof itemSchema>

/**
 * The number of works and of photos, and the XOR of the first 64 bits of their hashes in hexadecimal: the same on the
 * phone and at the server as long as both have the same ones.
 */
export const digestSchema = v.object({
  count: v.number(),
  xor: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
})
export type Digest = v.InferOutput<typeof digestSchema>

const resultSchema = v.object({
  /** `erased`: the office has erased the customer, and nobody may send the entry again. */
  state: v.picklist(['recorded', 'missing', 'erased']),
  /** SHA-256 of the recorded work, as the call that recorded it answered; absent when it is missing. */
  hash: v.optional(v.string()),
  /** The work is missing, and the server has the runner's deal of this visit: the office has adopted it. */
  has_deal: v.optional(v.boolean()),
  /** The photos of the item that the server does not have. */
  missing_photos: v.array(v.string()),
})
export type ReconciliationResult = v.InferInput<typeof resultSchema>

export const reconciliationReplySchema = v.object({
  /** Another value after the database was restored from a backup. */
  epoch: v.string(),
  /** The time of the server, an ISO instant: the clock of a phone may be years wrong. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Of everything that this phone has sent for this runner and that the server has. */
  digest: digestSchema,
  /** In the order of the items. */
  results: v.array(resultSchema),
  /** For how many days the phone stores the bytes of a photo after the server has shown that it has them. */
  photo_days: v.number(),
  /** The private key of the runner, PKCS #8 in base64: it opens what the phone has sealed. Absent unless asked for, and without a key. */
  private_key: v.optional(v.string()),
  /** Absent when nothing is lost. */
  lost: v.optional(v.array(lostWorkSchema)),
})
export type ReconciliationReply = v.InferInput<typeof reconciliationReplySchema>

export const reconciliationApi = {
  reconcile: defineEndpoint({
    method: 'POST',
    path: '/api/reconciliation',
    summary: 'Compare what a phone has sent with what the server has',
    part: 'extension',
    access: 'runner',
    body: v.object({
      /** Made by the phone, one for each runner on it. */
      phone_id: v.pipe(v.string(), v.uuid()),
      unsent: unsentSchema,
      items: v.pipe(v.array(itemSchema), v.maxLength(MOST_RECONCILED_ITEMS)),
      wants_key: v.optional(v.boolean()),
    }),
    maxBodyBytes: 128 * 1024,
    reply: reconciliationReplySchema,
  }),
} as const

/** A digest without anything. */
export const EMPTY_DIGEST: Digest = { count: 0, xor: '0'.repeat(16) }

/** Adds a work or a photo to a digest. @param hash SHA-256 in hexadecimal */
export const addToDigest = ({ count, xor }: Digest, hash: string): Digest => ({
  count: count + 1,
  xor: xorOf(xor, hash),
})

/** The XOR of the first 64 bits of two numbers in hexadecimal. Halves of 32 bits: the oldest browsers have no BigInt. */
function xorOf(one: string, other: string): string {
  const half = (at: number) => {
    const number = parseInt(one.slice(at, at + 8), 16) ^ parseInt(other.slice(at, at + 8), 16)
    return (number >>> 0).toString(16).padStart(8, '0')
  }
  return half(0) + half(8)
}

/** What the first digest has beyond the second: the difference of the counts, and the XOR of both. */
export const subtractDigest = (one: Digest, other: Digest): Digest => ({
  count: one.count - other.count,
  xor: xorOf(one.xor, other.xor),
})

export const addDigests = (one: Digest, other: Digest): Digest => ({
  // The XOR is its own inverse.
  ...subtractDigest(one, other),
  count: one.count + other.count,
})

export const isSameDigest = (one: Digest, other: Digest): boolean =>
  one.count === other.count && one.xor === other.xor
