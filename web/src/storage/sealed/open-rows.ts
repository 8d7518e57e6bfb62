/** Brings back the rows that a sign-out of the runner has sealed. */
import { reportProblem } from '../../lib/report.ts'
import { collections } from '../collections.ts'
import type { SecondCopy } from '../collection.ts'
import { storage, type StorageWrite } from '../phone-storage.ts'
import { fromBuffer } from '../row-bytes.ts'
import { isFull, storageProblem } from '../storage-problem.ts'
import { inBatches } from './in-batches.ts'
import { isOf } from './seal-rows.ts'
import { sealedCollections, type SealedCollection } from './sealed-collections.ts'
import { listSealed, nameOf, sealedStorage, startOf } from './sealed-rows.ts'
import { createOpener } from './sealing-key.ts'

export interface KeyPair {
  /** The uncompressed point, base64. */
  readonly publicKey: string
  /** PKCS #8, base64. */
  readonly privateKey: string
}

interface Opening {
  readonly owner: string
  readonly publicKey: string
  readonly open: Awaited<ReturnType<typeof createOpener>>
  /** Visits with a photo or a deal that stays sealed. Their entries stay sealed, too: a sender would send half of it. */
  readonly heldVisits: Set<string>
}

interface OpenedRow {
  readonly name: string
  readonly collection: SealedCollection
  readonly key: string
  readonly row: object
  readonly bytes: ArrayBuffer
}

/** A row that is there is not replaced. A row that cannot be opened or stored stays sealed for the next sign-in. */
export async function openRows(owner: string, { publicKey, privateKey }: KeyPair): Promise<void> {
  if ((await listSealed(`${publicKey}|`)).length === 0) return
  const open = await createOpener(privateKey)
  const opening: Opening = { owner, publicKey, open, heldVisits: new Set() }
  for (const collection of sealedCollections) await openCollection(collection, opening)
}

async function openCollection(collection: SealedCollection, opening: Opening): Promise<void> {
  const { publicKey, heldVisits } = opening
  const start = startOf(publicKey, collection)
  const keys = (await listSealed(start)).map((name) => name.slice(start.length))
  const hold = (key: string) => (error: unknown) => {
    reportProblem('A sealed row was not opened', error)
    if (isFull(error)) storageProblem.set('full')
    heldVisits.add(visitOf(collection, key))
    return undefined
  }
  const read = (key: string) => openRow(collection, key, opening).catch(hold(key))
  for await (const batch of inBatches(keys, read))
    await restore(batch).catch(async () => {
      // Perhaps only one of them does not fit.
      for (const one of batch) await restore([one]).catch(hold(one.key))
    })
}

/** A photo's key begins with its visit, and a deal's key is its visit. */
const visitOf = (collection: SealedCollection, key: string) =>
  collection === 'photos' ? (key.split('.')[0] ?? '') : key

/** @returns undefined for a row that stays sealed */
async function openRow(
  collection: SealedCollection,
  key: string,
  { owner, publicKey, open, heldVisits }: Opening,
): Promise<OpenedRow | undefined> {
  const name = nameOf({ publicKey, collection, key })
  const sealed = await sealedStorage.rows.get(name)
  if (!sealed) throw new Error('This release cannot read it')
  const bytes = await open(name, sealed)
  const { hasBytes }: SecondCopy = collections[collection].secondCopy ?? {}
  const row = withoutNoBytes(fromBuffer(bytes, hasBytes === true))
  // In demo mode several phones are one runner, and each sees its own work only.
  if (!isOf(owner, row)) return undefined
  if (collection === 'outbox' && heldVisits.has(visitOfEntry(row))) return undefined
  return { name, collection, key, row, bytes }
}

const visitOfEntry = (entry: object) => (entry as { readonly visitId?: string }).visitId ?? ''

async function restore(rows: readonly OpenedRow[]): Promise<void> {
  await storage.write(
    rows.map(({ collection, key, row }) => {
      const write = { collection, key, change: (stored: unknown) => stored ?? row }
      return write as StorageWrite
    }),
  )
  await sealedStorage.write(
    rows.map(({ name: key }) => ({ collection: 'rows', key, row: undefined })),
  )
}

/** A photo that the server has is stored without bytes, and must come back so. */
function withoutNoBytes(row: unknown): object {
  const { bytes, ...rest } = Object(row) as { readonly bytes?: ArrayBuffer }
  return bytes?.byteLength === 0 ? rest : (row as object)
}
