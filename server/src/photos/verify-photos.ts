import type { DbOrTx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { hashOf } from './service.ts'
import { listDealsOfPhoto, listStoredPhotos, type StoredPhoto } from './store.ts'

export interface BadPhoto {
  readonly hash: string
  /** `missing`: the store has no file; `damaged`: its bytes have another hash. */
  readonly state: 'missing' | 'damaged'
  /** The deals that name the photo, by invoice id. */
  readonly invoiceIds: string[]
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

/** Reads every photo and compares its hash. One photo is in memory at a time. Changes nothing. */
export async function verifyPhotos(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  onBad: (photo: BadPhoto) => void,
): Promise<VerifiedPhotos> {
  const found = { checked: 0, missing: 0, damaged: 0 }
  for await (const photo of listAllPhotos(db)) {
    found.checked += 1
    const state = await stateOf(photo)
    if (state === 'stored') continue
    found[state] += 1
    onBad({ hash: photo.hash, state, invoiceIds: await listDealsOfPhoto(db, photo.hash) })
  }
  return found

  async function stateOf(photo: StoredPhoto): Promise<'stored' | BadPhoto['state']> {
    const bytes = await photoStore.get(photo)
    if (!bytes) return 'missing'
    return hashOf(bytes) === photo.hash ? 'stored' : 'damaged'
  }
}
