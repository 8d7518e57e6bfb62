/** Stores what the phone has sent: sealed at once, and opened only when the server has lost it. */
import { findRecordedUrl, listPhotos, type Work } from '@veni/domain/work'
import { findHash } from '../../api/photo-address.ts'
import { reportProblem } from '../../lib/report.ts'
import type { StoredPhoto } from '../../storage/collections/photos.ts'
import { toBuffer } from '../../storage/row-bytes.ts'
import type { Sealer } from '../../storage/sealed/sealing-key.ts'
import {
  deleteSentPhotos,
  noteLackingPhotos,
  sentStorage,
  type PhoneRow,
} from '../../storage/sealed/sent-rows.ts'
import { isFull } from '../../storage/storage-problem.ts'
import type { Reconciliation } from '../deps.ts'
import { isDealEntry, type OutboxEntry } from '../entry.ts'
import { keyOf, listSentPhotos, newPhone, SentRows, type Sealing } from './sent-rows-of.ts'

export type SentStore = Omit<Reconciliation, 'reconcile'> & {
  /** Stores a photo whose bytes the server has. */
  readonly storePhoto: (photo: StoredPhoto) => Promise<void>
  /** Whether photos that the owner has sent are not stored, because the phone was full. */
  readonly lacksPhotos: (owner: string) => Promise<boolean>
}

type Seal = (id: string, row: object) => ReturnType<Sealer['seal']>

function createKeys({ findPublicKey }: Pick<Sealing, 'findPublicKey'>) {
  const last = new Map<string, string>()
  async function find(owner: string) {
    const key = await findPublicKey(owner)
    if (key !== undefined) last.set(owner, key)
    return key
  }
  return {
    findPublicKey: find,
    /** For a reply that comes after the runner has asked for a new code, or has signed out. */
    findLastKey: async (owner: string) => (await find(owner)) ?? last.get(owner),
  }
}

function createSealFor({ createSealer }: Pick<Sealing, 'createSealer'>) {
  const sealers = new Map<string, Promise<Pick<Sealer, 'seal'>>>()
  return (publicKey: string): Seal =>
    async (id, row) => {
      const sealer = sealers.get(publicKey) ?? createSealer(publicKey)
      sealers.set(publicKey, sealer)
      return (await sealer).seal(keyOf(publicKey, id), toBuffer(row))
    }
}

export function createSentStore(sealing: Sealing): SentStore {
  const { findPublicKey, findLastKey } = createKeys(sealing)
  const sealFor = createSealFor(sealing)

  /** Where nothing can be sealed, nothing is stored. @returns whether it can */
  async function store(owner: string, work: (publicKey: string) => Promise<void>) {
    const publicKey = await findLastKey(owner)
    if (publicKey !== undefined)
      await storeIfPossible(
        () => work(publicKey),
        () => noteLackingPhotos(keyOf(publicKey, '')),
      )
    return publicKey !== undefined
  }

  return {
    readEpoch: async (owner) => (await readPhone(await findPublicKey(owner)))?.epoch,
    lacksPhotos: async (owner) =>
      (await readPhone(await findPublicKey(owner)))?.lacksPhotos === true,
    readLatest: async (owner) => (await readPhone(await findPublicKey(owner)))?.latestCreatedAt,
    storeFirstEpoch: (owner, epoch) =>
      store(owner, (publicKey) => new SentRows(publicKey).storeFirstEpoch(epoch)),
    storeSent: async (entries, sentAt) => {
      const [first] = entries
      if (!first) return
      await store(first.owner, async (publicKey) => {
        await storeRecorded(entries, { sentAt, publicKey, seal: sealFor(publicKey) })
      })
    },
    storePhoto: async (photo) => {
      await store(photo.owner, async (publicKey) => {
        const row = await sealFor(publicKey)(photo.id, photo)
        await sentStorage.photos.put(keyOf(publicKey, photo.id), row)
      })
    },
  }
}

/** Rows that cannot be read must not hold up work. */
async function readPhone(publicKey: string | undefined): Promise<PhoneRow | undefined> {
  try {
    if (publicKey !== undefined) return await sentStorage.phones.get(keyOf(publicKey, ''))
  } catch (error) {
    reportProblem('What was sent is not known', error)
  }
  return undefined
}

/** A full phone, or rows that cannot be written, must not hold up work: then the server alone has what was sent. */
async function storeIfPossible(
  store: () => Promise<void>,
  onFull: () => Promise<void>,
): Promise<void> {
  try {
    await store().catch(async (error: unknown) => {
      if (!isFull(error)) throw error
      await deleteSentPhotos()
      await store()
    })
  } catch (error) {
    reportProblem('What was sent is not stored on the phone', error)
    if (isFull(error)) await onFull()
  }
}

/** Their addresses in the record have their hashes. @param named how many photos of the work are known already */
async function listWithoutRow(work: Work, named: number, publicKey: string) {
  if (named === listPhotos(work).length) return []
  const ids = new Set(await new SentRows(publicKey).listWithoutRow(work))
  return listPhotos(work).flatMap(({ id, role, later }) => {
    const sha256 = findHash(later?.url ?? findRecordedUrl(work, role))
    return ids.has(id) && sha256 !== undefined ? [{ id, sha256 }] : []
  })
}

type RecordedEntry = OutboxEntry & { readonly hash: string }
const hasHash = (entry: OutboxEntry): entry is RecordedEntry => entry.hash !== undefined

interface Sent {
  readonly sentAt: number
  readonly publicKey: string
  readonly seal: Seal
}

/** An entry that our server has not recorded as a whole has no hash, and cannot be compared. */
async function storeRecorded(entries: readonly OutboxEntry[], sent: Sent): Promise<void> {
  const recorded = entries.filter(hasHash)
  if (recorded.length === 0) return
  const writes = await Promise.all(recorded.map((entry) => listWrites(entry, sent)))
  const latest = Math.max(...recorded.map(({ createdAt }) => createdAt))
  const noteLatest = (phone = newPhone()): PhoneRow => ({
    ...phone,
    latestCreatedAt: Math.max(phone.latestCreatedAt ?? 0, latest),
  })
  // Once for all entries: of several changes of one row in a transaction only the last would count.
  const phone = { collection: 'phones', key: keyOf(sent.publicKey, '') } as const
  await sentStorage.write([...writes.flat(), { ...phone, change: noteLatest }])
}

async function listWrites(entry: RecordedEntry, { sentAt, publicKey, seal }: Sent) {
  const { id, hash, visitId } = entry
  const key = keyOf(publicKey, id)
  const named = await listSentPhotos(entry.work)
  const photos = [...named, ...(await listWithoutRow(entry.work, named.length, publicKey))]
  const sent = { id, hash, photos, sentAt, ...(isDealEntry(entry) && visitId && { visitId }) }
  return [
    { collection: 'entries', key, row: await seal(id, entry) },
    { collection: 'unconfirmed', key, row: sent },
  ] as const
}
