/** Encrypts the rows of a runner who has signed out, and deletes the readable ones. */
import { invariant } from '../../lib/invariant.ts'
import { reportProblem } from '../../lib/report.ts'
import { collections } from '../collections.ts'
import type { SecondCopy } from '../collection.ts'
import { storage, type StorageWrite } from '../phone-storage.ts'
import { toBuffer } from '../row-bytes.ts'
import { onFullAgain } from '../storage-problem.ts'
import { inBatches } from './in-batches.ts'
import { sealedCollections, type SealedCollection } from './sealed-collections.ts'
import { nameOf, sealedStorage, type SealedRow } from './sealed-rows.ts'
import { createSealer, type Sealer } from './sealing-key.ts'

interface OwnRow {
  readonly collection: SealedCollection
  readonly key: string
  readonly row: object
  readonly bytes: ArrayBuffer
}

interface Runner {
  readonly owner: string
  readonly publicKey: string
}

/**
 * A row that cannot be sealed stays readable, and the others are sealed before this throws. The next call continues.
 * @param publicKey of the runner, base64
 * @param isBack whether the runner has signed in again, perhaps in another tab while this one was frozen
 */
export async function sealRows(
  owner: string,
  publicKey: string,
  isBack: () => boolean,
): Promise<void> {
  const runner = { owner, publicKey }
  const sealer = await createSealer(publicKey)
  const failures: unknown[] = []
  const fail = (error: unknown) => {
    reportProblem('A row was not sealed', error)
    failures.push(error)
    return undefined
  }
  // An entry is sealed before its deal and its photos: a reply that comes meanwhile finds all of them, or no entry.
  for (const collection of sealedCollections.toReversed()) {
    // A row that the database lost comes back first. Otherwise its copy would stay readable.
    const { left } = await storage.whenRestored(collection)
    // The copy of a row may be further than the row itself, and would be deleted with it.
    for (const copy of left)
      if (copy.owner === undefined || (await isOwn(collection, copy.key, copy, runner)))
        throw new Error('A full phone keeps copies that are not restored and not sealed')
    const keys = await storage[collection].getKeys()
    const read = (key: string) => readOwn(collection, key, runner).catch(fail)
    for await (const batch of inBatches(keys, read)) {
      // The work that the runner does now must not be sealed.
      if (isBack()) throw new Error('The runner is back')
      await sealBatch(batch, publicKey, sealer).catch(fail)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** @returns undefined for a row of another runner */
async function readOwn(
  collection: SealedCollection,
  key: string,
  runner: Runner,
): Promise<OwnRow | undefined> {
  const found = await storage[collection].getUnparsed(key)
  if (!(await isOwn(collection, key, found, runner))) return undefined
  const row = { ...Object(found), owner: runner.owner } as object
  return { collection, key, row, bytes: toBuffer(row) }
}

export const isOf = (owner: string, row: unknown): row is { readonly owner: string } =>
  (Object(row) as { readonly owner?: unknown }).owner === owner

const isOwn = async (
  collection: SealedCollection,
  key: string,
  row: unknown,
  { owner, publicKey }: Runner,
) => isOf(owner, row) || (await isOfSealedDeal(collection, key, row, publicKey))

/** A photo that was taken before the sign-in belongs to the runner who has completed the deal. */
async function isOfSealedDeal(
  collection: SealedCollection,
  key: string,
  row: unknown,
  publicKey: string,
): Promise<boolean> {
  if (collection !== 'photos' || !isOf('', row)) return false
  const [visitId = ''] = key.split('.')
  return sealedStorage.rows.has(nameOf({ publicKey, collection: 'deals', key: visitId }))
}

/** The readable rows are deleted only after the sealed ones were read from the disk and opened. */
async function sealBatch(
  batch: readonly OwnRow[],
  publicKey: string,
  sealer: Sealer,
): Promise<void> {
  const sealed = await Promise.all(batch.map((own) => seal(own, publicKey, sealer)))
  await writeSealed(sealed)
  for (const [at, row] of sealed.entries()) {
    const name = nameOf(row)
    const stored = await sealedStorage.rows.get(name)
    invariant(stored, 'a sealed row is on the disk')
    const isSame = isSameBytes(batch[at]?.bytes, await sealer.open(name, stored))
    invariant(isSame, 'a sealed row opens to the same bytes')
  }
  await storage.write(
    batch.map(({ collection, key }) => ({ collection, key, row: undefined }) as StorageWrite),
  )
}

async function seal(own: OwnRow, publicKey: string, sealer: Sealer): Promise<SealedRow> {
  const { collection, key, row, bytes } = own
  const place = { publicKey, collection, key }
  const { isNeeded, finalAt }: SecondCopy = collections[collection].secondCopy ?? {}
  const isUnsent = (isNeeded?.(row) ?? true) && finalAt?.(row) === undefined
  return { ...place, ...(await sealer.seal(nameOf(place), bytes)), isUnsent }
}

/** Replaces earlier sealings of the same rows. */
async function writeSealed(rows: readonly SealedRow[]): Promise<void> {
  const writes = rows.map((row) => ({ collection: 'rows' as const, key: nameOf(row), row }))
  await onFullAgain(() => sealedStorage.write(writes), storage.makeFreeSpace)
}

function isSameBytes(one: ArrayBuffer | undefined, other: ArrayBuffer): boolean {
  if (one === undefined) return false
  const [bytes, others] = [new Uint8Array(one), new Uint8Array(other)]
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
