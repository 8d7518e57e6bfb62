import type { ExportedEntry, ExportedPhoto } from '@veni/domain/deal/file'
import type { Tx } from '../../../db/client.ts'
import { transactIn } from '../../../db/transact.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import {
  type CheckedPhoto,
  decodePhoto,
  findPhoto,
  hashOf,
  photoUrl,
  storeCheckedPhoto,
} from '../../../photos/service.ts'
import { linkPhotos, recordWork } from '../../../work/record-work.ts'

type PhotoUrls = Partial<Record<ExportedPhoto['role'], string>>

/** A photo of an entry that can be stored. */
interface ReadPhoto extends CheckedPhoto {
  readonly role: ExportedPhoto['role']
}

interface EntryToStore {
  readonly runnerId: number
  readonly entry: ExportedEntry
  readonly photos: readonly ReadPhoto[]
}

/**
 * Records an entry of this runner with its photos in one transaction, as the phone's own call does. Throws `AppError` when
 * a photo is damaged or a step is refused; then nothing of the entry is stored.
 * @returns whether anything was new
 */
export async function importEntry(
  deps: Deps,
  runnerId: number,
  entry: ExportedEntry,
  exported: readonly ExportedPhoto[],
): Promise<boolean> {
  const photos: ReadPhoto[] = []
  for (const photo of exported) photos.push(await readPhoto(deps, runnerId, photo))
  return transactIn(deps.db)(async (tx) => record(deps, tx, { runnerId, entry, photos }))
}

async function readPhoto(
  deps: Deps,
  runnerId: number,
  { role, sha256, base64 }: ExportedPhoto,
): Promise<ReadPhoto> {
  const bytes = Buffer.from(base64, 'base64')
  if (sha256 !== '' && sha256 !== hashOf(bytes))
    throw new AppError('bad-request', `Its ${role} photo is damaged in the file.`)
  return { role, ...(await decodePhoto(deps, runnerId, bytes)) }
}

async function record(
  deps: Deps,
  tx: Tx,
  { runnerId, entry, photos }: EntryToStore,
): Promise<boolean> {
  const { id, customerId, work } = entry
  const own = { runnerId, id, customerId, work }
  const recorded = await recordWork(tx, deps, own)
  const stored = await storePhotos({ ...deps, db: tx }, runnerId, photos)
  const photoUrls = { ...findSentUrls(entry), ...stored.urls }
  await linkPhotos(tx, deps, own, { ...recorded, photoUrls })
  return recorded.isNew || stored.isNew
}

/** Photos that are not in the file keep the links that the phone has sent. */
function findSentUrls({ work }: ExportedEntry): PhotoUrls {
  if (work.kind !== 'cash-payment') return {}
  const { hair_photo_url: packet = '', cash_receipt_url: receipt = '' } = work.delivered
  return { packet, receipt }
}

async function storePhotos(
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
