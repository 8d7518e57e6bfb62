/** The photos of the deals: each is at the office, or another one that the runner has taken in its place. */
import type { PhotoRole } from '@veni/domain/photo'
import { listPhotos } from '@veni/domain/work'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import type { FinalPhone, FinalState } from './final-state.ts'

/** @param lost ids of photos that the office need not have */
export function lostPhotos(
  entry: OutboxEntry,
  { visits, lastPhotos }: ExpectedState,
  atOffice: ReadonlySet<string>,
  lost: ReadonlySet<string> = new Set(),
): string[] {
  const visit = visits.get(entry.visitId ?? '')
  const last = lastPhotos.get(entry.id) ?? []
  return listPhotos(entry.work).flatMap(({ id: first, role }) => {
    const id = last.find((photo) => photo.role === role)?.id ?? first
    if (!isInPlaceOf(first, id, visit)) return [`photo ${id} is in the place of ${first}`]
    return atOffice.has(visit?.photos.get(id) ?? '') || lost.has(id) ? [] : [`lost photo ${id}`]
  })
}

/** Whether the runner has taken the photo for the first one, or for another one that was taken for it. */
function isInPlaceOf(first: string, id: string, visit: VisitMade | undefined): boolean {
  const before = visit?.replacedPhotos.get(id)
  return id === first || (before !== undefined && isInPlaceOf(first, before, visit))
}

const fields = { packet: 'hair_photo_url', receipt: 'cash_receipt_url' } as const

/** The office sees each photo that was taken later, and how often, and no other one as such. */
export function checkLaterPhotos({ deals, expected }: FinalPhone, state: FinalState): string[] {
  return deals.flatMap(({ kind, visitId, invoiceId, receivedAt }) => {
    const listed = state.listed.find(({ invoice_id: id }) => id === invoiceId)
    // Of a payment whose entry was made again, a later photo is uploaded and not linked (docs/reliability.md).
    const isMadeAgain = kind === 'cash-payment' && expected.evicted.has(visitId)
    if (receivedAt === undefined || !listed || isMadeAgain) return []
    const last = expected.lastPhotos.get(visitId) ?? []
    const numberOf = (role: PhotoRole) =>
      listed.flags.find((flag) => flag.kind === 'photo-replaced' && flag.field === fields[role])
    return last.flatMap(({ role, later }) => {
      const flag = numberOf(role)
      const seen = flag && 'number' in flag ? flag.number : undefined
      return seen === later?.number
        ? []
        : [`the office sees ${seen} later photos of ${invoiceId}, not ${later?.number}`]
    })
  })
}
