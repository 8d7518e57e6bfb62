/** The last good answers, kept per runner, for when there is no network (ruling 9 b). */
import * as v from 'valibot'
import { phoneDatabase, writePhone } from '../lib/database.ts'
import { owner } from './session.ts'

export interface Snapshot<T> {
  readonly value: T
  /** When the answer came, ms since 1970. */
  readonly savedAt: number
}

export type SnapshotName = 'customers' | 'products' | 'hair-prices'

const key = (name: SnapshotName) => `${owner()}|${name}`
const snapshotSchema = v.object({ savedAt: v.number(), reply: v.string() })

/** Keeps the reply as the text it came in, so that it is read back through the same schema as from the wire. */
export async function saveSnapshot(name: SnapshotName, reply: string): Promise<void> {
  const value = { savedAt: Date.now(), reply }
  await writePhone([{ store: 'snapshots', key: key(name), value }])
}

export async function readSnapshot<TSchema extends v.GenericSchema>(
  name: SnapshotName,
  schema: TSchema,
): Promise<Snapshot<v.InferOutput<TSchema>> | undefined> {
  const stored = v.safeParse(
    snapshotSchema,
    await (await phoneDatabase()).get('snapshots', key(name)),
  )
  if (!stored.success) return undefined
  const value = v.safeParse(schema, JSON.parse(stored.output.reply))
  return value.success ? { value: value.output, savedAt: stored.output.savedAt } : undefined
}

/** Logging out leaves no customer's name behind on a shared phone (ruling 8). */
export async function forgetSnapshots(ofOwner: string): Promise<void> {
  const names: readonly SnapshotName[] = ['customers', 'products', 'hair-prices']
  await writePhone(
    names.map((name) => ({ store: 'snapshots', key: `${ofOwner}|${name}`, value: undefined })),
  )
}
