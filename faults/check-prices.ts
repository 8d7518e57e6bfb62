/** The office sees each price of a deal that it never had, and each that it has changed since. */
import type { VisitMade } from './expected-state.ts'
import type { FinalState } from './final-state.ts'
import type { Prices } from './prices.ts'

/** What the office had when the server recorded the deal counts: a restored backup has forgotten later prices. */
export function checkPrices({ phones, listed, effects, cash, settlements }: FinalState): string[] {
  const visits = new Map([...cash, ...settlements].map((row) => [row.invoiceId, row.visitId]))
  return listed.flatMap(({ invoice_id: id, flags, differences }) => {
    const key = `${visits.get(id)}:work`
    const recorded = effects.findLast((effect) => 'key' in effect && effect.key === key)
    const visit = phones
      .map(({ expected }) => expected.visits.get(visits.get(id) ?? ''))
      .find((made) => made !== undefined)
    if (!visit || !recorded || !('prices' in recorded)) return [`nobody has sent deal ${id}`]
    const expected = expectFields(visit, recorded.prices ?? [])
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
