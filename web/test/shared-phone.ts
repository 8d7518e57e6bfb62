import type { SealingKeys } from '@veni/domain/api/sign-in'
import { newEntry } from '../src/outbox/entry.ts'
import { clearLeaving } from '../src/state/clear-phone.ts'
import { storeSealingKey } from '../src/state/sealing-keys.ts'
import { endSession, queueSignOut, startSession } from '../src/state/session.ts'
import { deleteDatabase } from '../src/storage/database.ts'
import { listSealed, sealedStorage } from '../src/storage/sealed/sealed-rows.ts'
import { newSettlementDeal } from './deals.ts'
import { writeRows } from './phone-database.ts'
import { newSealingKeys } from './sealing-keys.ts'
import { clearStorage, stored } from './second-copies.ts'

export const RAVI = '9000000001'
export const keys = await newSealingKeys()
export const othersKeys = await newSealingKeys()
const visitId = crypto.randomUUID()
export const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: RAVI, customerId: '7', visitId, createdAt: 1 }
export const photoKey = `${visitId}.packet.1`
const photos = [{ id: photoKey, role: 'packet' as const }]
const work = { kind: 'settlement' as const, settlement: record, photos }
/** All that the phone has of an unsent deal of Ravi, in the order in which it comes back. */
export const rows = [
  { collection: 'photos', key: photoKey, row: { owner: RAVI, visitId, bytes } },
  { collection: 'photos', key: `${visitId}.receipt.1`, row: { owner: RAVI, url: '/api/images/1' } },
  { collection: 'deals', key: visitId, row: { ...head, record, name: 'యెర్ర లక్ష్మి' } },
  { collection: 'outbox', key: visitId, row: newEntry({ ...head, id: visitId, work }) },
] as const

export const storedRows = () => Promise.all(rows.map(stored))
export const nothing = rows.map(() => undefined)

/** The names of Ravi's sealed rows. */
export const listOwn = () => listSealed(`${keys.public_key}|`)

async function clearSealed(): Promise<void> {
  await sealedStorage.close()
  await deleteDatabase(indexedDB, 'veni-sealed-work')
  await caches.delete('veni-sealed-copy')
}

/** As a sign-in at our server does. */
export const signIn = (phone: string, { public_key: publicKey }: SealingKeys) => {
  storeSealingKey(phone, publicKey)
  startSession(phone, { id: '1', name: 'Ravi' })
}

/** Signs out, and waits until the phone is cleared. */
export async function leave(): Promise<void> {
  queueSignOut()
  endSession()
  await clearLeaving()
}

/** A phone with the unsent deal of Ravi, who is signed in. */
export async function preparePhone(): Promise<void> {
  localStorage.clear()
  await clearStorage()
  await clearSealed()
  signIn(RAVI, keys)
  await writeRows(rows)
}
