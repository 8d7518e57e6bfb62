/** A settlement whose record the server has, and whose photo was refused or is lost. */
import type { Work } from '@veni/domain/work'
import { randomId } from '../src/lib/random-id.ts'
import { newEntry, type OutboxEntry } from '../src/outbox/entry.ts'
import { storeEntry } from '../src/outbox/stores/entry-store.ts'
import { changePhoto, deletePhoto } from '../src/outbox/stores/photo-store.ts'
import { owner } from '../src/state/session.ts'
import { storePacketPhoto } from './deal-visit.ts'
import { newSettlementDeal } from './deals.ts'

export const FIRST_URL = `/api/images/${'ab'.repeat(32)}.jpg`

/** Stores the entry. @param code `photo-lost`: the phone has no photo */
export async function storeBadPhoto(code: string): Promise<{ entry: OutboxEntry; badId: string }> {
  const visitId = randomId()
  const { id } = await storePacketPhoto(visitId)
  await (code === 'photo-lost'
    ? deletePhoto(id)
    : changePhoto(id, (stored) => ({ ...stored, refusal: code })))
  const invoice_id = `INV-1763690400000-${randomId().slice(0, 6).toUpperCase()}`
  const record = { invoice_id, visit_id: visitId, hair_photo_url: FIRST_URL }
  const work: Work = {
    kind: 'settlement',
    settlement: newSettlementDeal(record).record,
    photos: [{ id, role: 'packet' }],
  }
  const head = { id: visitId, owner: owner(), customerId: '7', visitId, createdAt: 1 }
  const entry: OutboxEntry = {
    ...newEntry({ ...head, work }),
    state: 'refused',
    done: ['record'],
    refusal: { status: code === 'photo-lost' ? 0 : 415, code },
  }
  await storeEntry(entry)
  return { entry, badId: id }
}
