/** Bugs in deals, orders, customers and the contract, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenDeal1 = [
  {
    name: 'a deal has its place without accuracy and age',
    file: 'domain/src/deal.ts',
    edits: [
      [
        'location: { ...form.location, address: shorten(form.location.address) },',
        'location: {\n      latitude: form.location.latitude,\n      longitude: form.location.longitude,\n      address: shorten(form.location.address),\n    },',
      ],
    ],
    killer: 'domain/src/deal.test.ts',
  },
  {
    name: 'the delivered order has the balance instead of the cash',
    file: 'domain/src/deal.ts',
    edits: [['actual_amount: payment.cash_amount', 'actual_amount: payment.balance_amount']],
    killer: 'domain/src/deal.test.ts',
  },
  {
    name: 'a clock offset of zero counts as never measured',
    file: 'domain/src/deal.ts',
    edits: [
      [
        '...(head.clockOffsetS !== undefined && { clock_offset_s: head.clockOffsetS })',
        '...(head.clockOffsetS && { clock_offset_s: head.clockOffsetS })',
      ],
    ],
    killer: 'domain/src/deal.test.ts',
  },
  {
    name: 'a long text ends with half a letter',
    file: 'domain/src/deal/fit-record.ts',
    edits: [[".replace(/[\\uD800-\\uDBFF]$/, '')", '']],
    killer: 'domain/src/deal/fit-record.test.ts',
  },
  {
    name: 'the size of a deal is counted in letters instead of bytes',
    file: 'domain/src/deal/fit-record.ts',
    edits: [
      [
        "encodeURIComponent(JSON.stringify(value)).replaceAll(/%../g, '.').length",
        'JSON.stringify(value).length',
      ],
    ],
    killer: 'domain/src/deal/fit-record.test.ts',
  },
  {
    name: 'a clock offset in seconds is added as milliseconds',
    file: 'domain/src/deal/flags.ts',
    edits: [['+ offset * 1_000', '+ offset']],
    killer: 'domain/src/deal/flags.test.ts',
  },
  {
    name: 'cash of exactly the legal limit has no flag',
    file: 'domain/src/deal/flags.ts',
    edits: [
      [
        "'cash_amount' in deal && deal.cash_amount >= CASH_LIMIT_RUPEES",
        "'cash_amount' in deal && deal.cash_amount > CASH_LIMIT_RUPEES",
      ],
    ],
    killer: 'domain/src/deal/flags.test.ts',
  },
  {
    name: 'a hair type that the office stopped has the minimum of others',
    file: 'domain/src/deal/flags.ts',
    edits: [
      [
        'Math.min(hairMinimums.get(hair_type) ?? 0, DEFAULT_MINIMUM_GRAMS)',
        'hairMinimums.get(hair_type) ?? DEFAULT_MINIMUM_GRAMS',
      ],
    ],
    killer: 'domain/src/deal/odd-figures.test.ts',
  },
  {
    name: 'a place on the equator is no place',
    file: 'domain/src/deal/flags.ts',
    edits: [['latitude === 0 && longitude === 0', '(latitude === 0 || longitude === 0)']],
    killer: 'domain/src/deal/odd-figures.test.ts',
  },
  {
    name: 'an order that was delivered at another time is the same',
    file: 'domain/src/deal/flags.ts',
    edits: [
      [
        'order.paidPaise === paiseFromRupees(deal.cash_amount) &&\n  (order.deliveryDate === null || order.deliveryDate === deal.payment_date)',
        'order.paidPaise === paiseFromRupees(deal.cash_amount)',
      ],
    ],
    killer: 'domain/src/deal/flags.test.ts',
  },
  {
    name: 'two weights with a plus count as the larger one',
    file: 'domain/src/order/flags.ts',
    edits: [['return parts.reduce((sum, number) => sum + number, 0)', 'return Math.max(...parts)']],
    killer: 'domain/src/order/flags.test.ts',
  },
  {
    name: 'the order of a deal without an amount has a flag',
    file: 'domain/src/order/flags.ts',
    edits: [
      [
        'isDelivered && !isOfDeal && actualAmountPaise === null',
        'isDelivered && actualAmountPaise === null',
      ],
    ],
    killer: 'domain/src/order/flags.test.ts',
  },
  {
    name: 'a delivery of tomorrow by the calendar of the runner is impossible',
    file: 'domain/src/order/flags.ts',
    edits: [['const MOST_AHEAD_MS = 86_400_000', 'const MOST_AHEAD_MS = 86_400']],
    killer: 'domain/src/order/flags.test.ts',
  },
]
