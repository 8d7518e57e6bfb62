/** Bugs in how the server compares the prices of a deal with those of the office, one at a time. */

const service = 'server/src/price-changes/service.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const priceMutants = [
  {
    name: 'prices: an earlier price of a product counts as one that the office never had',
    file: service,
    edits: [
      [
        "toKnown(valid, 'product')",
        "toKnown(valid.filter((row) => row.ended_at === null), 'product')",
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'prices: an earlier price counts as that of today',
    file: service,
    edits: [
      [
        'row.kind === kind && row.ended_at === null && row.price_paise',
        'row.kind === kind && row.price_paise',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'prices: a product price that the office never had is not flagged',
    file: 'domain/src/deal/flags.ts',
    edits: [['isKnown(productPrices, productId, price) ? []', 'productPrices ? []']],
    killer: 'simulation',
  },
  {
    name: 'prices: a price counts as known for half a year',
    file: service,
    edits: [['OLDEST_PRICES_MS = 31 * 86_400_000', 'OLDEST_PRICES_MS = 180 * 86_400_000']],
    killer: 'simulation',
  },
  {
    name: 'prices: a price is forgotten after a week',
    file: service,
    edits: [['OLDEST_PRICES_MS = 31 * 86_400_000', 'OLDEST_PRICES_MS = 7 * 86_400_000']],
    killer: 'simulation',
  },
  {
    name: 'prices: an import does not store its prices in the history',
    file: 'server/src/price-changes/store.ts',
    edits: [['    where current.kind = ${kind}\n', '    where false and current.kind = ${kind}\n']],
    killer: 'simulation',
  },
]
