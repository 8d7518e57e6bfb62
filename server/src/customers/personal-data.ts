/** What the office does with the data of one customer. Each function throws `OperatorError` for what it can fix. */
import { photoTypes, type PhotoType } from '@veni/domain/photo'
import type { Tx } from '../db/client.ts'
import { transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { OperatorError } from '../errors.ts'
import { shownPhotoKey } from '../photos/service.ts'
import { readWholePhoto } from '../photos/verify-photos.ts'
import {
  countPhotosToCome,
  deletePhotoRows,
  type CustomerPhoto,
  lockPhotos,
  noteErasedPhotos,
  selectNamedByOthers,
  selectPhotos,
  selectSentForOthers,
} from './customer-photos-store.ts'
import { eraseAnswers } from './erased-answers-store.ts'
import { insertChanges } from './history-store.ts'
import { listReceivedAfter, overwritePersonalData } from './personal-data-store.ts'
import { type PersonalRows, readPersonalRows } from './personal-rows-store.ts'
import { lockCustomer } from './store.ts'

interface ExportedPhoto {
  readonly hash: string
  readonly type: PhotoType
  /** undefined when the file is missing or damaged. */
  readonly bytes: Uint8Array | undefined
}

interface ExportListener {
  /** Called at least once for each table. The calls for one table follow each other. */
  readonly onRows: (rows: PersonalRows) => void
  readonly onPhoto: (photo: ExportedPhoto) => void
}

/** Everything about a customer: rows by their table, then each photo. Some rows or one photo are in memory at a time. */
export async function exportCustomer(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  id: number,
  { onRows, onPhoto }: ExportListener,
): Promise<void> {
  for await (const page of readPersonalRows(db, id)) {
    if (page.table === 'customers' && page.rows.length === 0)
      throw new OperatorError(`There is no customer ${id}.`)
    onRows(page)
  }
  for (const { hash, type } of await selectPhotos(db, id)) {
    const key = { hash, type: type as PhotoType }
    const read = await readWholePhoto(photoStore, key)
    onPhoto({ ...key, bytes: read.state === 'stored' ? read.bytes : undefined })
  }
}

export interface Erased {
  readonly deleted: number
  /** The files of photos that had a row and were not in the folder, so that nobody knows whether they are gone. */
  readonly notFound: string[]
  /** How many photos stay, because of a record of another customer or a photo of another runner. */
  readonly shared: number
  /** How many photos have not arrived yet. */
  readonly toCome: number
  /** Invoice ids and orders that arrived after the erase before; undefined for the first erase. */
  readonly late: string[] | undefined
}

/**
 * Overwrites what identifies a customer, and deletes the photos that belong to no other customer or runner. It can
 * run again, for what a phone sent later.
 */
export async function eraseCustomer(
  {
    db,
    now,
    photoStore,
    shownPhotoStore,
  }: Pick<Deps, 'db' | 'now' | 'photoStore' | 'shownPhotoStore'>,
  id: number,
): Promise<Erased> {
  // A repeat of the transaction does not find what the first attempt deleted.
  const deleted = new Set<string>()
  const erased = await transactIn(db)(async (tx) => {
    const customer = await lockCustomer(tx, id)
    if (!customer) throw new OperatorError(`There is no customer ${id}.`)
    const late = customer.erasedAt ? await listReceivedAfter(tx, id, customer.erasedAt) : undefined
    const { found, own } = await lockOwnPhotos(tx, id)
    await deletePhotoRows(tx, own)
    const hashes = found.map(({ hash }) => hash)
    await overwritePersonalData(tx, id, { erasedAt: now(), found: hashes })
    await noteErasedPhotos(tx, id, { found, own })
    await insertChanges(tx, [id], null)
    // Before the commit: after a crash in between, the command can run again.
    const notFound: string[] = []
    for (const { hash, type } of own as { hash: string; type: PhotoType }[]) {
      await shownPhotoStore.delete(shownPhotoKey(hash))
      if (await photoStore.delete({ hash, type })) deleted.add(hash)
      else if (!deleted.has(hash)) notFound.push(`${hash}.${photoTypes[type][0]}`)
    }
    const shared = found.length - own.length
    const toCome = await countPhotosToCome(tx, id)
    return { deleted: deleted.size, notFound, shared, toCome, late }
  })
  // In transactions of their own, because this reads the answers of all runners: calls must not wait for it.
  await eraseAnswers(db, id)
  return erased
}

/**
 * Lets no runner store a photo from then on, and finds the customer's photos and which of them nobody else has. Each read
 * is short: it uses an index by photo or by runner, because a call that stores a photo waits for the lock.
 */
async function lockOwnPhotos(
  tx: Tx,
  id: number,
): Promise<{ found: CustomerPhoto[]; own: CustomerPhoto[] }> {
  await lockPhotos(tx)
  const found = await selectPhotos(tx, id)
  const hashes = found.map(({ hash }) => hash)
  const ofOthers = new Set([
    ...(await selectSentForOthers(tx, id, found)),
    ...(await selectNamedByOthers(tx, id, hashes)),
  ])
  const own = found.filter(({ hash, isOfOtherRunner }) => !isOfOtherRunner && !ofOthers.has(hash))
  return { found, own }
}
