import type { DbOrTx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { OperatorError } from '../errors.ts'
import { hashOf } from './service.ts'
import { isFileTurn } from '../progress.ts'
import type { PhotoKey } from './photo-store.ts'
import {
  countStoredPhotos,
  isStoredBySomebody,
  listDealsOfPhoto,
  listStoredPhotos,
  noteLost,
  type StoredPhoto,
} from './store.ts'

export interface BadPhoto {
  readonly hash: string
  /** `missing`: the store has no file; `damaged`: its bytes cannot be read or have another hash. */
  readonly state: 'missing' | 'damaged'
  /** The deals that name the photo, by invoice id. */
  readonly invoiceIds: string[]
}

/** How many photos are read. */
export interface VerifyProgress {
  readonly photos: number
  readonly of: number
}

export interface VerifiedPhotos {
  readonly checked: number
  readonly missing: number
  readonly damaged: number
}

/** Every photo once, by hash; a page in memory at a time. */
export async function* listAllPhotos(db: DbOrTx): AsyncGenerator<StoredPhoto> {
  let above = ''
  for (;;) {
    const photos = await listStoredPhotos(db, above, PAGE)
    yield* photos
    const last = photos.at(-1)
    if (!last || photos.length < PAGE) return
    above = last.hash
  }
}

const PAGE = 500

/** So many photos are looked for before the store counts as another one. */
const MOST_ABSENT = 50

/**
 * In an empty folder every photo looks lost, and all phones would send theirs again. Photos that are known as lost say
 * nothing about the folder. Throws `OperatorError` when none of the first photos is there.
 * @param place of the store, for the sentence
 */
export async function requireSomePhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  place: string,
): Promise<void> {
  let absent = 0
  for await (const photo of listAllPhotos(db)) {
    if (photo.isLost) continue
    if ((await inStore(photoStore.size(photo))) !== undefined) return
    absent += 1
    if (absent === MOST_ABSENT) break
  }
  if (absent > 0)
    throw new OperatorError(
      `None of the first ${absent} photos is in ${place}: this is another folder than that of the server, or its disk is away. Nothing was changed. If all photos are really lost, add --all-lost.`,
    )
}

/**
 * Reads every photo and compares its hash. One photo is in memory at a time. Stores which photos are lost: a phone that
 * still has such a photo sends it again.
 */
export async function verifyPhotos(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  report: (item: BadPhoto | VerifyProgress) => void,
): Promise<VerifiedPhotos> {
  const found = { checked: 0, missing: 0, damaged: 0 }
  const of = await countStoredPhotos(db)
  for await (const photo of listAllPhotos(db)) {
    const state = await verifyPhoto({ db, photoStore }, photo)
    found.checked += 1
    if (isFileTurn(found.checked)) report({ photos: found.checked, of })
    if (state === 'stored') continue
    // An erase may have deleted file and row since.
    if (!(await isStoredBySomebody(db, photo.hash))) continue
    found[state] += 1
    report({ hash: photo.hash, state, invoiceIds: await listDealsOfPhoto(db, photo.hash) })
  }
  return found
}

/** Reads a photo and stores whether it is lost. */
async function verifyPhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  photo: StoredPhoto,
): Promise<ReadPhoto['state']> {
  const { state } = await readWholePhoto(photoStore, photo)
  if (state === 'stored') {
    if (photo.isLost) await noteLost(db, photo.hash, false)
    return state
  }
  await noteLost(db, photo.hash, true)
  // A phone may have sent it again after the first read and before the mark. From now on that takes the mark back.
  const again = await readWholePhoto(photoStore, photo)
  if (again.state === 'stored') await noteLost(db, photo.hash, false)
  return again.state
}

/** Stores that these photos are lost, as {@link verifyPhotos} does. @param hashes of the photos */
export async function noteLostPhotos(db: DbOrTx, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await noteLost(db, hash, true)
}

export type ReadPhoto =
  | { readonly state: 'stored'; readonly bytes: Uint8Array }
  | { readonly state: BadPhoto['state'] }

/**
 * Reads a photo and compares its hash. A photo that the disk cannot read is damaged: work on many photos must go on with
 * the others. Throws `OperatorError` when the failure says nothing about the photo.
 */
export async function readWholePhoto(
  photoStore: Deps['photoStore'],
  key: PhotoKey,
): Promise<ReadPhoto> {
  try {
    const bytes = await inStore(photoStore.get(key))
    if (!bytes) return { state: 'missing' }
    return hashOf(bytes) === key.hash ? { state: 'stored', bytes } : { state: 'damaged' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return { state: 'damaged' }
  }
}

/** Too many open files, and a network disk that is away. */
const OF_WHOLE_STORE: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ESTALE', 'ENOTCONN'])

async function inStore<T>(found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!OF_WHOLE_STORE.has(code)) throw error
    throw new OperatorError(
      `The photos cannot be read (${message}). Run the command again when they can.`,
      { cause: error },
    )
  }
}
