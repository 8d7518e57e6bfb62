/** Brings back the rows that a sign-out of the runner has sealed. */
import { visitOfPhoto } from '../collections/photos.ts'
import { reportProblem } from '../../lib/report.ts'
import { wait } from '../../lib/wait.ts'
import { collections } from '../collections.ts'
import type { SecondCopy } from '../collection.ts'
import { storage, type StorageWrite } from '../phone-storage.ts'
import type { Rows } from '../transaction.ts'
import { fromBuffer } from '../row-bytes.ts'
import { isFull, storageProblem } from '../storage-problem.ts'
import { inBatches } from './in-batches.ts'
import { isOf } from './seal-rows.ts'
import { sealedCollections, type SealedCollection } from './sealed-collections.ts'
import { listSealed, nameOf, sealedStorage, startOf } from './sealed-rows.ts'
import { createOpener, type Sealed } from './sealing-key.ts'

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
  /** Customers with such an entry: their later entries, as a delivery, stay sealed, too. */
  readonly heldCustomers: Set<string>
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
  await whenRestored()
  if ((await listSealed(`${publicKey}|`)).length === 0) return
  const open = await createOpener(privateKey)
  const opening: Opening = {
    owner,
    publicKey,
    open,
    heldVisits: new Set(),
    heldCustomers: new Set(),
  }
  for (const collection of sealedCollections) await openCollection(collection, opening)
}

const RESTORE_LIMIT_MS = 30_000

/** Waits for the rows that the database had lost: otherwise an entry could come back before its photo. */
async function whenRestored(): Promise<void> {
  const late = wait(RESTORE_LIMIT_MS).then(() => {
    throw new DOMException('The sealed rows are not restored yet', 'TimeoutError')
  })
  await Promise.race([sealedStorage.whenRestored('rows'), late])
}

async function openCollection(collection: SealedCollection, opening: Opening): Promise<void> {
  const start = startOf(opening.publicKey, collection)
  const keys = (await listSealed(start)).map((name) => name.slice(start.length))
  const hold = (key: string) => (error: unknown) => {
    reportClosed(error)
    opening.heldVisits.add(visitOf(collection, key))
    return undefined
  }
  const read = (key: string) => openRow(collection, key, opening).catch(hold(key))
  if (collection === 'outbox') await holdCustomers(keys, read, opening)
  const readFree = async (key: string) => {
    const opened = await read(key)
    return opened && !isHeld(opened, opening) ? opened : undefined
  }
  if (collection === 'outbox') return openEntries(keys, readFree)
  for await (const batch of inBatches(keys, readFree))
    await restore(batch).catch(async () => {
      // Perhaps only one of them does not fit.
      for (const one of batch) await restore([one]).catch(hold(one.key))
    })
}

/** All entries come back together or none, because a delivery must not come back without its deal. */
async function openEntries(
  keys: readonly string[],
  read: (key: string) => Promise<OpenedRow | undefined>,
): Promise<void> {
  const entries: OpenedRow[] = []
  for await (const batch of inBatches(keys, read)) entries.push(...batch)
  await restore(entries).catch(reportClosed)
}

function reportClosed(error: unknown): void {
  reportProblem('A sealed row was not opened', error)
  if (isFull(error)) storageProblem.set('full')
}

/** A photo's key begins with its visit, and a deal's key is its visit. */
const visitOf = (collection: SealedCollection, key: string) =>
  collection === 'photos' ? visitOfPhoto(key) : key

/** @returns undefined for a row that stays sealed */
async function openRow(
  collection: SealedCollection,
  key: string,
  { owner, publicKey, open }: Opening,
): Promise<OpenedRow | undefined> {
  const name = nameOf({ publicKey, collection, key })
  // A browser can lose the file of a photo and leave its row: without the copy its deal would stay sealed for ever.
  const sealed = await sealedStorage.rows.get(name).catch((error: unknown) => readCopy(name, error))
  if (!sealed) throw new Error('This release cannot read it')
  const bytes = await open(name, sealed)
  const { hasBytes }: SecondCopy = collections[collection].secondCopy ?? {}
  const row = withoutNoBytes(fromBuffer(bytes, hasBytes === true))
  // In demo mode several phones are one runner, and each sees its own work only.
  return isOf(owner, row) ? { name, collection, key, row, bytes } : undefined
}

async function readCopy(name: string, error: unknown): Promise<Sealed> {
  const copy = await sealedStorage.readCopy({ collection: 'rows', key: name })
  if (copy === undefined) throw error
  return copy as Sealed
}

interface EntryRow {
  readonly visitId?: string
  readonly customerId?: string
}

/** An entry is sent after all earlier ones of its customer: a delivery of a held deal has no visit. */
async function holdCustomers(
  keys: readonly string[],
  read: (key: string) => Promise<OpenedRow | undefined>,
  { heldVisits, heldCustomers }: Opening,
): Promise<void> {
  if (heldVisits.size === 0) return
  for (const key of keys) {
    const { visitId = '', customerId = '' }: EntryRow = (await read(key))?.row ?? {}
    if (heldVisits.has(visitId)) heldCustomers.add(customerId)
  }
}

const isHeld = ({ collection, row }: OpenedRow, { heldCustomers }: Opening) =>
  collection === 'outbox' && heldCustomers.has((row as EntryRow).customerId ?? '')

/** A row that is there stays. When this release cannot read it, the sealed one stays, too. */
async function restore(rows: readonly OpenedRow[]): Promise<void> {
  const unreadable = new Set<string>()
  await storage.write(
    rows.map(({ name, collection, key, row }) => {
      const make = async (own: Rows<object>) => {
        const stored = await own.getUnparsed(key)
        if (stored !== undefined && (await own.get(key)) === undefined) unreadable.add(name)
        return stored ?? row
      }
      return { collection, key, make } as StorageWrite
    }),
  )
  const opened = rows.filter(({ name }) => !unreadable.has(name))
  await sealedStorage.write(
    opened.map(({ name: key }) => ({ collection: 'rows', key, row: undefined })),
  )
}

/** A photo that the server has is stored without bytes, and must come back so. */
function withoutNoBytes(row: unknown): object {
  const { bytes, ...rest } = Object(row) as { readonly bytes?: ArrayBuffer }
  return bytes?.byteLength === 0 ? rest : (row as object)
}
