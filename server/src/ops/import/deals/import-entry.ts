import type { ExportedEntry, ExportedPhoto } from '@veni/domain/deal/file'
import { transactNotingConflict } from '../../../customers/conflicts.ts'
import type { Tx, Writer } from '../../../db/client.ts'
import { transactIn } from '../../../db/transact.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { requireStorable } from '../../../http/parse-request.ts'
import {
  type CheckedPhoto,
  decodePhoto,
  findPhoto,
  hashOf,
  photoUrl,
  storeCheckedPhoto,
} from '../../../photos/service.ts'
import { linkPhotos, recordWork } from '../../../work/record-work.ts'
import { findOtherRunnerOf, findRecordedRunner } from './earlier-work-store.ts'
import { takeOverOrder } from './take-over-order.ts'

type PhotoUrls = Partial<Record<ExportedPhoto['role'], string>>

/** A photo of an entry that can be stored. */
export interface ReadPhoto extends CheckedPhoto {
  readonly id: string
  readonly role: ExportedPhoto['role']
}

interface ReadPhotos {
  readonly photos: readonly ReadPhoto[]
  /** What the office should know of the others: each is a part of a sentence. */
  readonly leftOut: readonly string[]
  /** Whether one of the others has changed since its hash. */
  readonly isOneChanged: boolean
}

/** `adopted`: the office records what it could read of the entry, which the phone may send otherwise. */
type OfficeDeps = Deps & Pick<Writer, 'adopted'>

interface EntryToStore {
  readonly runnerId: number
  readonly entry: ExportedEntry
  readonly photos: readonly ReadPhoto[]
}

export interface EntryImport {
  /** Whether anything was new. */
  readonly isNew: boolean
  /** What the office should know: each is a part of a sentence. */
  readonly remarks: readonly string[]
}

/**
 * Records an entry of this runner with its photos in one transaction, as the phone's own call does, whoever has the
 * customer by now. What the server has stored for another runner already stays theirs, so that nothing is stored twice.
 * Throws `AppError` when a text is damaged or a step is refused; then nothing of the entry is stored, apart from the
 * conflict of a status that is older than a change of the office. A photo that is not whole is left out: the customer was
 * paid.
 */
export async function importEntry(
  deps: OfficeDeps,
  maker: number,
  entry: ExportedEntry,
  exported: readonly ExportedPhoto[],
): Promise<EntryImport> {
  // A phone cannot send such an entry, and one of them must not end the import of the others.
  requireStorable(entry)
  const stored = await deps.db.transaction((tx) => findRecordedRunner(tx, entry.id, entry.work))
  const runnerId = stored?.id ?? maker
  const { photos, leftOut } = await readPhotos(deps, runnerId, exported)
  const { id, customerId, work } = entry
  const sent = { runnerId, id, customerId, work }
  return transactNotingConflict(deps, transactIn(deps.db), [sent], async (tx) => {
    const isOfOther = stored && stored.id !== maker
    const remarks = isOfOther ? [`it counts for ${stored.name}, as it was stored before`] : []
    const prepareOwn = async () => {
      if (!isOfOther) remarks.push(...(await prepare(tx, runnerId, entry)))
    }
    const isNew = await record(deps, tx, { runnerId, entry, photos }, prepareOwn)
    return { isNew, remarks: [...remarks, ...leftOut] }
  })
}

/** Removes what blocks the entry, whose row is locked: what it locks comes after that. @returns the remarks */
export async function prepare(
  tx: Tx,
  runnerId: number,
  { work, customerId }: Pick<ExportedEntry, 'work' | 'customerId'>,
): Promise<string[]> {
  const order = await takeOverOrder(tx, runnerId, work)
  const other = await findOtherRunnerOf(tx, runnerId, customerId)
  const unchanged =
    work.kind === 'customer-update' ? 'so the status is not changed' : 'who keeps it'
  return [
    ...(order ? [`its order ${order.orderId} counted for ${order.name} before`] : []),
    ...(other ? [`customer ${customerId} is now of ${other.name}, ${unchanged}`] : []),
  ]
}

/**
 * Leaves out photos that are not whole. A photo can have changed in the file; then a whole file brings it later. Or it has
 * changed on the phone; then every file has it so. Throws `AppError` when the decoder does not answer.
 */
export async function readPhotos(
  deps: Deps,
  runnerId: number,
  exported: readonly ExportedPhoto[],
): Promise<ReadPhotos> {
  const photos: ReadPhoto[] = []
  const leftOut: string[] = []
  let isOneChanged = false
  for (const { id, role, sha256, base64 } of exported) {
    const bytes = Buffer.from(base64, 'base64')
    if (sha256 !== '' && sha256 !== hashOf(bytes)) {
      isOneChanged = true
      leftOut.push(
        `its ${role} photo is damaged in the file and was left out: export it again before the phone is cleared`,
      )
      continue
    }
    const checked = await decodePhoto(deps, runnerId, bytes).catch(ignoreWrongType)
    if (checked) photos.push({ id, role, ...checked })
    else leftOut.push(`its ${role} photo is not whole and was left out`)
  }
  return { photos, leftOut, isOneChanged }
}

function ignoreWrongType(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'wrong-type') throw error
}

async function record(
  deps: OfficeDeps,
  tx: Tx,
  { runnerId, entry, photos }: EntryToStore,
  prepareOwn: () => Promise<void>,
): Promise<boolean> {
  const { id, customerId, work } = entry
  const own = { runnerId, id, customerId, work }
  const asOffice = { ...deps, isOffice: true }
  const recorded = await recordWork(tx, { ...asOffice, prepare: prepareOwn }, own)
  const stored = await storePhotos({ ...deps, db: tx }, runnerId, photos)
  const photoUrls = { ...findSentUrls(entry), ...stored.urls }
  await linkPhotos(tx, asOffice, own, { ...recorded, photoUrls })
  return recorded.isNew || stored.isNew
}

/** Photos that are not in the file keep the links that the phone has sent. */
function findSentUrls({ work }: ExportedEntry): PhotoUrls {
  if (work.kind !== 'cash-payment') return {}
  const { hair_photo_url: packet = '', cash_receipt_url: receipt = '' } = work.delivered
  return { packet, receipt }
}

export async function storePhotos(
  deps: Pick<Deps, 'photoStore'> & { readonly db: Tx },
  runnerId: number,
  photos: readonly ReadPhoto[],
) {
  const urls: PhotoUrls = {}
  let isNew = false
  for (const photo of photos) {
    isNew ||= (await findPhoto(deps, runnerId, photo.key.hash)) === undefined
    await storeCheckedPhoto(deps, runnerId, photo, transactIn(deps.db))
    urls[photo.role] = photoUrl(photo.key)
  }
  return { urls, isNew }
}
