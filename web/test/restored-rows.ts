import { newEntry } from '../src/outbox/entry.ts'
import { vi } from 'vitest'
import { wait } from '../src/lib/wait.ts'
import { storage } from '../src/storage/phone-storage.ts'
import { newSettlementDeal } from './deals.ts'

/** The rows of one deal: its photo, its deal, the entry that sends it and that of its delivery. */
export const visitId = crypto.randomUUID()
const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
export const photo = {
  collection: 'photos',
  key: `${visitId}.packet.1`,
  row: { visitId, place: 'నల్గొండ', bytes },
} as const
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: '9', customerId: '7', visitId, createdAt: 1 }
const photos = [{ id: photo.key, role: 'packet' as const }]
export const deal = { collection: 'deals', key: visitId, row: { visitId, record } } as const
export const sending = newEntry({
  ...head,
  id: visitId,
  work: { kind: 'settlement', settlement: record, photos },
})
export const entry = { collection: 'outbox', key: visitId, row: sending } as const
export const other = newEntry({
  ...head,
  id: 'e2',
  work: { kind: 'settlement-delivered', invoiceId: record.invoice_id },
})
export const handover = { collection: 'outbox', key: 'e2', row: other } as const
export const work = [photo, deal, entry, handover]

/** Opens the app again. @returns whether something was restored before its lists were shown */
export async function openAgain(): Promise<boolean> {
  await storage.close()
  // Lists wait three seconds for a restore. On a slow machine it takes longer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await storage.outbox.getAll().finally(() => vi.useRealTimers())
  const restored = storage.whenRestored('outbox')
  return Promise.race([restored.then(({ count }) => count > 0), wait(0).then(() => false)])
}
