import type { Deal } from '@veni/domain/deal'
import type { ExpectedState } from './expected-state.ts'
import type { Server } from './server.ts'

/** For how long a reply can be on its way to the disk of the phone. */
const REPLY_AGE_MS = 10_000

/**
 * At each commit of the phone: a deal that is stored as received is at the office at this moment, with each photo by the
 * hash of its bytes. The end of a shift would not show what became true later.
 */
export async function checkTruth(
  expected: ExpectedState,
  deals: readonly Deal[],
  { server, now }: { readonly server: Server; readonly now: number },
): Promise<void> {
  for (const { invoiceId, visitId, receivedAt } of deals) {
    // A deal that was taken back is checked again when it is received again.
    if (receivedAt === undefined) expected.received.delete(invoiceId)
    if (receivedAt === undefined || expected.received.has(invoiceId)) continue
    // What the office acknowledged before the restore counts as received until the next comparison takes it back. The end
    // of the shift shows whether it did.
    if ((expected.answeredAt.get(visitId) ?? Infinity) < expected.restoredAt) continue
    expected.received.add(invoiceId)
    // A phone cannot know of a restore before it has got a reply of the restored server.
    const { repliedAt, restoredAt } = expected
    if (repliedAt < restoredAt || now < restoredAt + REPLY_AGE_MS) continue
    const missing = [
      ...((await server.hasDeal(invoiceId)) ? [] : ['the record']),
      ...hashesOf(expected, visitId).filter((hash) => !server.photos.has(hash)),
    ]
    if (missing.length > 0)
      expected.violations.add(`received without ${missing.join(', ')}: visit ${visitId}`)
  }
}

/** Of the photos that the deal of a visit has; each was shown as stored. */
function hashesOf({ visits, lastPhotos }: ExpectedState, visitId: string): string[] {
  const photos = lastPhotos.get(visitId) ?? []
  return photos.map(({ id }) => visits.get(visitId)?.photos.get(id) ?? `photo ${id}`)
}
