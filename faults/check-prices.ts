/** The office sees each price of a deal that it never had, and each that it has changed since. */
import type { VisitMade } from './expected-state.ts'
import type { FinalState } from './final-state.ts'
import { DAY_MS, oldPrices, type Prices } from './prices.ts'

/** What the office had when the server recorded the deal counts: a restored backup has forgotten later prices. */
export function checkPrices({ phones, listed, effects, cash, settlements }: FinalState): string[] {
  const visits = new Map([...cash, ...settlements].map((row) => [row.invoiceId, row.visitId]))
  return listed.flatMap((deal) => {
    const { invoice_id: id, flags, differences } = deal
    const key = `${visits.get(id)}:work`
    const recorded = effects.findLast((effect) => 'key' in effect && effect.key === key)
    const visit = phones
      .map(({ expected }) => expected.visits.get(visits.get(id) ?? ''))
      .find((made) => made !== undefined)
    if (!visit || !recorded || !('prices' in recorded)) return [`nobody has sent deal ${id}`]
    const office = [...listOldKnown(deal), ...(recorded.prices ?? [])]
    const expected = expectFields(visit, office)
    const fieldsOf = (all: readonly { kind: string; field?: string }[], wanted: string) =>
      all.flatMap(({ kind, field }) => (kind === wanted ? [field] : []))
    const found = {
      unknown: fieldsOf(flags, 'unknown-price'),
      changed: fieldsOf(differences ?? [], 'price'),
    }
    return JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [
          `deal ${id} has the prices ${JSON.stringify(expected)}, and the office sees ${JSON.stringify(found)}`,
        ]
  })
}

/**
 * The office knows a price for so long after it has ended. For a deal that was completed earlier than it was received, it
 * knows the price for the time in between as well, which counts for so long at most.
 */
const KNOWN_MS = 31 * DAY_MS

/** The prices of before the shift that a phone may still have had for this deal. A shift lasts less than a day. */
function listOldKnown({ completed_at: completed, received_at: received }: FinalState['listed'][0]) {
  const age = Math.min(Math.max(Date.parse(received) - Date.parse(completed), 0), KNOWN_MS)
  return oldPrices
    .filter(({ endedDaysAgo }) => endedDaysAgo * DAY_MS < KNOWN_MS + age)
    .map(({ prices }) => prices)
}

/** @param office every price of the office until the deal was recorded, the oldest first */
function expectFields(
  { contents: { milligrams, pieces, prices } }: VisitMade,
  office: readonly Prices[],
) {
  const chosen = pieces.flatMap((count, at) => (count > 0 ? [at] : []))
  const lines = [
    ...milligrams.map((_, at) => ['hair', at, `hair_lines.${at}.price_per_20g`] as const),
    ...chosen.map((at, place) => ['products', at, `items.${place}.price`] as const),
  ]
  const fields = (isOdd: (had: readonly (number | undefined)[], price?: number) => boolean) =>
    lines.flatMap(([kind, at, field]) =>
      isOdd(
        office.map((list) => list[kind][at]),
        prices[kind][at],
      )
        ? [field]
        : [],
    )
  return {
    unknown: fields((had, price) => !had.includes(price)),
    changed: fields((had, price) => had.at(-1) !== price),
  }
}
