/** What was typed and photographed in a visit, compared with the row of its deal. */
import type { PhotoRole } from '@veni/domain/photo'
import type { cashPayments, settlements } from '../server/src/db/schema.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import { expectedItems, expectedLines, longText, place } from './visits.ts'

type DealRow = typeof cashPayments.$inferSelect | typeof settlements.$inferSelect

/** Compares what was typed and photographed with the row, to the milligram and to the last letter. */
export function compareTyped(visit: VisitMade, row: DealRow, expected: ExpectedState): string[] {
  const { photos } = photosOf(expected.stored.get(visit.id))
  const addressOf = (role: PhotoRole) => {
    const photo = photos.find((one) => one.role === role)
    return photo ? `/api/images/${visit.photos.get(photo.id)}.gif` : ''
  }
  const isCash = 'upiReference' in row
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    'hair lines': [row.hairLines.map(toLine), expectedLines(visit.contents)],
    items: [row.items.map(toItem), expectedItems(visit.contents)],
    name: [row.customerName, longText(`Customer of ${visit.id}`)],
    address: [row.address, place.address],
    'photo of the packet': [row.hairPhotoUrl, addressOf('packet')],
    ...(isCash && {
      'UPI reference': [row.upiReference, visit.upiReference],
      'photo of the receipt': [row.cashReceiptUrl, addressOf('receipt')],
    }),
  }
  return Object.entries(pairs).flatMap(([what, [stored, typed]]) =>
    JSON.stringify(stored) === JSON.stringify(typed)
      ? []
      : [`${what}: ${JSON.stringify(stored)} instead of ${JSON.stringify(typed)}`],
  )
}

const photosOf = (entry: OutboxEntry | undefined) =>
  entry && 'photos' in entry.work ? entry.work : { photos: [] }

const toLine = (line: DealRow['hairLines'][number]) => [
  line.hair_type,
  line.weight_grams,
  line.price_per_20g,
  line.value,
]

const toItem = ({ productId, quantity, price }: DealRow['items'][number]) => [
  productId,
  quantity,
  price,
]
