/** The last good answers, stored per runner, for when there is no network (ruling 9 b). */
import * as v from 'valibot'
import { storage } from '../storage/phone-storage.ts'
import { owner, requireOwner } from './session.ts'

export interface Snapshot<T> {
  readonly value: T
  /** When the answer came, ms since 1970. */
  readonly storedAt: number
}

const NAMES = ['customers', 'products', 'hair-prices'] as const
export type SnapshotName = (typeof NAMES)[number]

const keyOf = (ofOwner: string, name: SnapshotName) => `${ofOwner}|${name}`
/** The row beside the answer: when the server last gave the same answer. */
const confirmedKey = (key: string) => `${key}|confirmed`

/**
 * Stores the text of the reply, so that the schema of the wire reads it again. When the reply is the same as the stored
 * one, only the time is written: a thousand customers, written each minute, would wear out a cheap phone's disk.
 */
export async function storeSnapshot(name: SnapshotName, reply: string): Promise<void> {
  const storedAt = Date.now()
  const runner = owner()
  const key = keyOf(runner, name)
  await storage.write([
    {
      collection: 'snapshots',
      key,
      change(stored) {
        requireOwner(runner)
        const isSame = typeof stored === 'object' && stored.reply === reply
        return isSame ? undefined : { savedAt: storedAt, reply }
      },
    },
    { collection: 'snapshots', key: confirmedKey(key), row: storedAt },
  ])
}

export async function readSnapshot<TSchema extends v.GenericSchema>(
  name: SnapshotName,
  schema: TSchema,
): Promise<Snapshot<v.InferOutput<TSchema>> | undefined> {
  const key = keyOf(owner(), name)
  const [stored, confirmedAt] = await storage.read(['snapshots'], ({ snapshots }) =>
    Promise.all([snapshots.get(key), snapshots.get(confirmedKey(key))]),
  )
  if (typeof stored !== 'object') return undefined
  const value = v.safeParse(schema, JSON.parse(stored.reply))
  const storedAt = typeof confirmedAt === 'number' ? confirmedAt : stored.savedAt
  return value.success ? { value: value.output, storedAt } : undefined
}

/** Signing out leaves no customer's name behind on a shared phone (ruling 8). */
export async function deleteSnapshots(ofOwner: string): Promise<void> {
  const keys = NAMES.map((name) => keyOf(ofOwner, name))
  const all = [...keys, ...keys.map(confirmedKey)]
  await storage.write(all.map((key) => ({ collection: 'snapshots', key, row: undefined })))
}
