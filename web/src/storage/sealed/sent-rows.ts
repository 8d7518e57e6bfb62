/**
 * What this phone has sent, sealed for its runner at once, in a database of its own that no sign-out deletes: the server
 * may lose it with a restored backup. Beside the sealed content lies what finds such a loss: ids, hashes and times.
 */
import {
  addToDigest,
  digestSchema,
  EMPTY_DIGEST,
  lostWorkSchema,
  type Digest,
} from '@veni/domain/api/reconciliation'
import * as v from 'valibot'
import { reportProblem } from '../../lib/report.ts'
import { defineCollection } from '../collection.ts'
import { createStorage } from '../create-storage.ts'
import { aroundTransaction } from '../around-transaction.ts'
import { findCaches } from '../find-caches.ts'

const sealedSchema = v.object({
  /** The public key of the sealing's own key pair, 65 bytes, base64. */
  ephemeral: v.string(),
  /** Base64. */
  iv: v.string(),
  /** Encrypted. */
  bytes: v.instance(ArrayBuffer),
})

const sentWorkSchema = v.object({
  /** The UUID of the entry. */
  id: v.string(),
  /** Of a deal. */
  visitId: v.optional(v.string()),
  /** SHA-256 of the work, as the server answered it. */
  hash: v.string(),
  /** SHA-256 of the photos by their ids. */
  photos: v.array(v.object({ id: v.string(), sha256: v.string() })),
  /** By the clock of the phone, ms since 1970. Only the order of the rows depends on it. */
  sentAt: v.number(),
  /** When the server first confirmed it with all these photos, by the server's clock, ms since 1970; absent until then. */
  confirmedAt: v.optional(v.number()),
})
export type SentWork = v.InferOutput<typeof sentWorkSchema>

/** The digest of one work with its photos. */
export const digestOf = ({ hash, photos }: Pick<SentWork, 'hash' | 'photos'>): Digest =>
  photos.reduce(
    (digest, { sha256 }) => addToDigest(digest, sha256),
    addToDigest(EMPTY_DIGEST, hash),
  )

/** A runner on this phone. */
const phoneSchema = v.object({
  /** A UUID that names the phone to the server. */
  id: v.string(),
  /** Of all confirmed rows. */
  digest: digestSchema,
  /** What the server has of this phone beyond `digest`, such as work that was deleted here after 400 days. */
  beyond: digestSchema,
  /** Of the server's database at the last call. */
  epoch: v.optional(v.string()),
  /**
   * How far a comparison of all confirmed rows that was cut has come: to the row with this time and id, the newest first.
   * Older apps have no id.
   */
  compared: v.optional(
    v.object({
      epoch: v.string(),
      sentAt: v.number(),
      id: v.optional(v.string()),
      /** What the server had then beyond the rows of this phone. */
      gap: v.optional(digestSchema),
      isWhole: v.optional(v.boolean()),
    }),
  ),
  /** Whether the phone was full, and so has not stored photos that the server has not had long enough. */
  lacksPhotos: v.optional(v.boolean()),
  /** The latest `createdAt` of the entries that were sent. */
  latestCreatedAt: v.optional(v.number()),
  /** When old rows were last deleted, by the server's clock, ms since 1970. */
  cleanedAt: v.optional(v.number()),
  /** What the last reply said of work that is gone with the storage of a phone. */
  lost: v.optional(v.array(lostWorkSchema)),
  /** The latest `reported_at` of a loss that a dialog has shown. */
  lossShown: v.optional(v.string()),
})
export type PhoneRow = v.InferOutput<typeof phoneSchema>

/** All keys begin with the public key of the runner and a bar. Old phones have these names: they never change. */
export const sentStorage = createStorage({
  collections: {
    phones: defineCollection({ schema: phoneSchema }),
    /** Not confirmed yet. */
    unconfirmed: defineCollection({ schema: sentWorkSchema }),
    confirmed: defineCollection({ schema: sentWorkSchema }),
    /** The sealed entries. */
    entries: defineCollection({ schema: sealedSchema }),
    /** The sealed photos with their bytes. */
    photos: defineCollection({ schema: sealedSchema }),
  },
  databaseName: 'veni-sent-work',
  findIndexedDB: () => indexedDB,
  findCaches,
  cacheName: 'veni-sent-copy',
  aroundTransaction,
})

let needed = 0

/** While lost work is put back, a full phone deletes no sealed photo: it may be the only one. */
export async function whileNeeded(work: () => Promise<void>): Promise<void> {
  needed += 1
  try {
    await work()
  } finally {
    needed -= 1
  }
}

/** The server has them: they make place for what it does not have. */
export async function deleteSentPhotos(): Promise<void> {
  if (needed > 0 || (await sentStorage.photos.getKeys()).length === 0) return
  await sentStorage.photos.deleteFrom('')
  await noteLackingPhotos('')
}

/**
 * A phone that is too full for this goes on without it.
 * @param start of the keys of the runners who are told of it
 */
export async function noteLackingPhotos(start: string): Promise<void> {
  try {
    for (const key of await sentStorage.phones.getKeys())
      if (key.startsWith(start))
        await sentStorage.phones.change(key, (phone) => ({ ...phone, lacksPhotos: true }))
  } catch (error) {
    reportProblem('A full phone is not noted', error)
  }
}
