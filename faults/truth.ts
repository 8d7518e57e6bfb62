import { listDeals } from '../web/src/outbox/stores/deal-store.ts'
import type { ExpectedState } from './expected-state.ts'
import { PHONES } from './people.ts'
import type { Server } from './server.ts'

/**
 * At each commit of the phone: a deal that is stored as received is at the office at this moment, with each photo by the
 * hash of its bytes. The end of a shift would not show what became true later.
 */
export async function checkTruth(expected: ExpectedState, server: Server): Promise<void> {
  const deals = (await Promise.all(Object.values(PHONES).map(listDeals))).flat()
  for (const { invoiceId, visitId, receivedAt } of deals) {
    if (receivedAt === undefined || expected.received.has(invoiceId)) continue
    expected.received.add(invoiceId)
    const missing = [
      ...((await server.hasDeal(invoiceId)) ? [] : ['the record']),
      ...hashesOf(expected, visitId).filter((hash) => !server.photos.has(hash)),
    ]
    if (missing.length > 0)
      expected.violations.add(`received without ${missing.join(', ')}: visit ${visitId}`)
  }
}

/** Of the photos that the deal of a visit has; each was shown as stored. */
function hashesOf({ visits, stored }: ExpectedState, visitId: string): string[] {
  const { work } = stored.get(visitId) ?? {}
  const photos = work && 'photos' in work ? work.photos : []
  return photos.map(({ id }) => visits.get(visitId)?.photos.get(id) ?? `photo ${id}`)
}
