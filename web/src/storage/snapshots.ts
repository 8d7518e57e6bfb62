/** The last good answers, kept per runner, for when there is no network (ruling 9 b). */
import * as v from 'valibot'
import { phoneDatabase } from './database.ts'
import { writePhone } from './write-phone.ts'
import { owner } from '../state/session.ts'

export interface Snapshot<T> {
  readonly value: T
  /** When the answer came, ms since 1970. */
  readonly savedAt: number
}

export type SnapshotName = 'customers' | 'products' | 'hair-prices'

const key = (name: SnapshotName) => `${owner()}|${name}`
/** Beside the reply: when the portal last said the same. */
const confirmedKey = (ofKey: string) => `${ofKey}|confirmed`
const snapshotSchema = v.object({ savedAt: v.number(), reply: v.string() })

/**
 * Keeps the reply as the text it came in, so that it is read back through the same schema as from the wire. Said again,
 * as each minute, only its time is written: a list of a thousand customers would wear out a cheap phone's disk.
 */
export async function saveSnapshot(name: SnapshotName, reply: string): Promise<void> {
  const savedAt = Date.now()
  const isSame = (stored: unknown) => v.is(snapshotSchema, stored) && stored.reply === reply
  await writePhone([
    {
      store: 'snapshots',
      key: key(name),
      change: (stored) => (isSame(stored) ? undefined : { savedAt, reply }),
    },
    { store: 'snapshots', key: confirmedKey(key(name)), value: savedAt },
  ])
}

export async function readSnapshot<TSchema extends v.GenericSchema>(
  name: SnapshotName,
  schema: TSchema,
): Promise<Snapshot<v.InferOutput<TSchema>> | undefined> {
  const { store } = (await phoneDatabase()).transaction('snapshots')
  const [row, confirmedAt] = await Promise.all([
    store.get(key(name)),
    store.get(confirmedKey(key(name))),
  ])
  const stored = v.safeParse(snapshotSchema, row)
  if (!stored.success) return undefined
  const value = v.safeParse(schema, JSON.parse(stored.output.reply))
  const savedAt = typeof confirmedAt === 'number' ? confirmedAt : stored.output.savedAt
  return value.success ? { value: value.output, savedAt } : undefined
}

/** Logging out leaves no customer's name behind on a shared phone (ruling 8). */
export async function forgetSnapshots(ofOwner: string): Promise<void> {
  const names: readonly SnapshotName[] = ['customers', 'products', 'hair-prices']
  const keys = names.map((name) => `${ofOwner}|${name}`)
  const all = [...keys, ...keys.map(confirmedKey)]
  await writePhone(all.map((one) => ({ store: 'snapshots', key: one, value: undefined })))
}
