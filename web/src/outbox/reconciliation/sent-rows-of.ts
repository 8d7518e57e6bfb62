/** What the phone has stored of the sent work of one runner. */
import { addDigests, EMPTY_DIGEST, subtractDigest } from '@veni/domain/api/reconciliation'
import { listPhotos } from '@veni/domain/work'
import { makeOurUrl } from '../../api/photo-address.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import { fromBuffer } from '../../storage/row-bytes.ts'
import type { StoredPhoto } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { Sealed, Sealer } from '../../storage/sealed/sealing-key.ts'
import {
  digestOf,
  sentStorage,
  type PhoneRow,
  type SentWork,
} from '../../storage/sealed/sent-rows.ts'

/** Opens a sealed row. @param name to which its encryption is bound */
export type Open = (name: string, sealed: Sealed) => Promise<ArrayBuffer>

/** How rows are sealed. The simulation has another way, because a browser encrypts when it pleases. */
export interface Sealing {
  /** @returns undefined where nothing can be sealed: without our server, and on plain http */
  readonly findPublicKey: (owner: string) => Promise<string | undefined>
  readonly createSealer: (publicKey: string) => Promise<Pick<Sealer, 'seal'>>
  readonly createOpener: (privateKey: string) => Promise<Open>
}

export interface OpenDeps {
  readonly sealing: Pick<Sealing, 'createOpener'>
  /** @returns what opens the rows of the signed-in runner */
  readonly askKey: () => Promise<string | undefined>
}

/** @returns undefined without the key of the runner */
export async function createOpen({ askKey, sealing }: OpenDeps): Promise<Open | undefined> {
  const key = await askKey()
  return key === undefined ? undefined : sealing.createOpener(key)
}

/** The name to which the encryption of a row is bound, and its key. */
export const keyOf = (publicKey: string, id: string) => `${publicKey}|${id}`

export const newPhone = (): PhoneRow => ({
  id: randomId(),
  digest: EMPTY_DIGEST,
  beyond: EMPTY_DIGEST,
})

export class SentRows {
  readonly #start: string

  constructor(readonly publicKey: string) {
    this.#start = keyOf(publicKey, '')
  }

  #keyOf({ id }: { readonly id: string }) {
    return this.#start + id
  }

  /** Makes the row at the first use. Two tabs get the same one. */
  async readPhone(): Promise<PhoneRow> {
    const stored = await sentStorage.phones.get(this.#start)
    return stored ?? this.#makePhone()
  }

  #makePhone(): Promise<PhoneRow> {
    return sentStorage.change(['phones'], async ({ phones }) => {
      const phone = (await phones.get(this.#start)) ?? newPhone()
      await phones.put(this.#start, phone)
      return phone
    })
  }

  async changePhone(changes: Partial<PhoneRow>): Promise<void> {
    await sentStorage.phones.change(this.#start, (stored) => ({ ...stored, ...changes }))
  }

  /** A comparison may have stored a later one meanwhile. */
  async storeFirstEpoch(epoch: string): Promise<void> {
    await this.readPhone()
    await sentStorage.phones.change(this.#start, (stored) => ({
      ...stored,
      epoch: stored.epoch ?? epoch,
    }))
  }

  /** The rows of other runners of this phone. */
  async listOthers(): Promise<SentRows[]> {
    const keys = await sentStorage.phones.getKeys()
    return keys.filter((key) => key !== this.#start).map((key) => new SentRows(key.slice(0, -1)))
  }

  async deleteAll(): Promise<void> {
    for (const name of ['photos', 'entries', 'unconfirmed', 'confirmed', 'phones'] as const)
      await sentStorage[name].deleteFrom(this.#start)
  }

  listUnconfirmed(): Promise<SentWork[]> {
    return sentStorage.unconfirmed.getAll(this.#start)
  }

  listConfirmed(): Promise<SentWork[]> {
    return sentStorage.confirmed.getAll(this.#start)
  }

  async listPhotoIds(): Promise<string[]> {
    const keys = await sentStorage.photos.getKeys()
    return keys
      .filter((key) => key.startsWith(this.#start))
      .map((key) => key.slice(this.#start.length))
  }

  /** The server has all of these. @param at the time of the server, ms since 1970 */
  confirm(rows: readonly SentWork[], at: number): Promise<void> {
    return sentStorage.change(
      ['phones', 'unconfirmed', 'confirmed'],
      async ({ phones, unconfirmed, confirmed }) => {
        const phone = await phones.get(this.#start)
        if (!phone) return
        let { digest } = phone
        for (const row of rows) {
          const key = this.#keyOf(row)
          const before = await confirmed.get(key)
          // It was sent again meanwhile.
          if (((await unconfirmed.get(key)) ?? before)?.sentAt !== row.sentAt) continue
          if (before) digest = subtractDigest(digest, digestOf(before))
          digest = addDigests(digest, digestOf(row))
          // A photo that the server had lost has its days from now on.
          const isKnown =
            before && row.photos.every(({ id }) => before.photos.some((one) => one.id === id))
          await unconfirmed.delete(key)
          await confirmed.put(key, {
            ...row,
            confirmedAt: (isKnown ? before.confirmedAt : undefined) ?? at,
          })
        }
        await phones.put(this.#start, { ...phone, digest })
      },
    )
  }

  /** @param isBeyond whether the server still has them */
  remove(rows: readonly SentWork[], { isBeyond }: { readonly isBeyond: boolean }): Promise<void> {
    return sentStorage.change(
      ['phones', 'unconfirmed', 'confirmed', 'entries', 'photos'],
      async ({ phones, unconfirmed, confirmed, entries, photos }) => {
        const phone = await phones.get(this.#start)
        if (!phone) return
        let { digest, beyond } = phone
        for (const row of rows) {
          const key = this.#keyOf(row)
          const before = await confirmed.get(key)
          // It was sent again meanwhile.
          const stored = (await unconfirmed.get(key)) ?? before
          if (stored?.sentAt !== row.sentAt) continue
          if (before) digest = subtractDigest(digest, digestOf(before))
          if (before && isBeyond) beyond = addDigests(beyond, digestOf(before))
          await Promise.all([unconfirmed, confirmed, entries].map((one) => one.delete(key)))
          await Promise.all(row.photos.map((photo) => photos.delete(this.#keyOf(photo))))
        }
        await phones.put(this.#start, { ...phone, digest, beyond })
      },
    )
  }

  async deletePhotos(ids: readonly string[]): Promise<void> {
    await sentStorage.write(
      ids.map((id) => ({ collection: 'photos', key: this.#keyOf({ id }), row: undefined })),
    )
  }

  hasEntry(id: string): Promise<boolean> {
    return sentStorage.entries.has(this.#keyOf({ id }))
  }

  /** @returns undefined when it is not stored, or cannot be opened */
  openEntry(id: string, open: Open): Promise<unknown> {
    return this.#open('entries', id, open)
  }

  /**
   * The ids of the photos of a work whose rows the phone has lost with its database, and whose bytes it has here: a photo
   * that the server has had needs no second copy.
   */
  async listWithoutRow(work: WorkOfPhotos): Promise<string[]> {
    const ids: string[] = []
    for (const { id } of listPhotos(work)) {
      const isHere = await sentStorage.photos.has(this.#keyOf({ id }))
      if (isHere && !(await storage.photos.has(id))) ids.push(id)
    }
    return ids
  }

  /** As `openEntry`, for a photo. */
  openPhoto(id: string, open: Open): Promise<unknown> {
    return this.#open('photos', id, open)
  }

  async #open(collection: 'entries' | 'photos', id: string, open: Open): Promise<unknown> {
    const key = this.#keyOf({ id })
    try {
      const sealed = await sentStorage[collection].get(key)
      return sealed && fromBuffer(await open(key, sealed), collection === 'photos')
    } catch (error) {
      reportProblem('What was sent cannot be opened', error)
      return undefined
    }
  }
}

type WorkOfPhotos = Parameters<typeof listPhotos>[0]

/** The photos of an entry that our server has. It knows nothing of those of another host, nor of one without a hash. */
export async function listSentPhotos(work: WorkOfPhotos): Promise<SentWork['photos']> {
  const sent: { readonly id: string; readonly sha256: string }[] = []
  for (const { id } of listPhotos(work)) {
    const row = await readPhoto(id)
    if (row && row.sha256 !== '' && row.url === makeOurUrl(row))
      sent.push({ id, sha256: row.sha256 })
  }
  return sent
}

/** A browser can lose the file of a photo and leave its row: that photo is not compared, and stops no other. */
async function readPhoto(id: string): Promise<StoredPhoto | undefined> {
  try {
    return await storage.photos.get(id)
  } catch (error) {
    reportProblem('A photo is not compared', error)
    return undefined
  }
}
