/** Bugs in money and weights, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenMoney = [
  {
    name: 'hair of exactly the minimum weight has no value',
    file: 'domain/src/hair.ts',
    edits: [
      ['!(weightGrams >= price.minimumWeightGrams)', '!(weightGrams > price.minimumWeightGrams)'],
    ],
    killer: 'domain/src/hair.test.ts',
  },
  {
    name: 'the hair value is the sum of lines that were rounded before',
    file: 'domain/src/hair.ts',
    edits: [
      [
        'const exact = lines.reduce((sum, line) => sum + computeExactValue(line), 0)',
        'const exact = lines.reduce((sum, line) => sum + computeLineValuePaise(line) * MILLIGRAM_PAISE_PER_PAISA, 0)',
      ],
    ],
    killer: 'domain/src/hair.test.ts',
  },
  {
    name: 'weights are rounded to whole grams',
    file: 'domain/src/hair.ts',
    edits: [['Math.round(grams * 1000)', 'Math.round(grams) * 1000']],
    killer: 'domain/src/hair.test.ts',
  },
  {
    name: 'a price list with the older name of the minimum gets the default minimum',
    file: 'domain/src/hair.ts',
    edits: [
      [
        'record.minimum_weight_grams ?? record.minimum_weight ?? DEFAULT_MINIMUM_GRAMS',
        'record.minimum_weight_grams ?? DEFAULT_MINIMUM_GRAMS',
      ],
    ],
    killer: 'domain/src/hair-reply.test.ts',
  },
  {
    name: 'a hair type that MySQL switched off with a text is offered',
    file: 'domain/src/hair.ts',
    edits: [["[false, 0, '0', 'false']", '[false, 0]']],
    killer: 'domain/src/hair-reply.test.ts',
  },
  {
    name: 'a cart takes one product fewer than it may have',
    file: 'domain/src/cart.ts',
    edits: [['items.length <= MAX_CART_ITEMS', 'items.length < MAX_CART_ITEMS']],
    killer: 'domain/src/cart.test.ts',
  },
  {
    name: 'a stored cart has no limit of its products',
    file: 'domain/src/cart.ts',
    edits: [['if (fits) [total, count] = [next, count + 1]', 'if (fits) total = next']],
    killer: 'domain/src/cart-storage.test.ts',
  },
  {
    name: 'a stored cart loses the paise of its prices',
    file: 'domain/src/cart.ts',
    edits: [
      [
        '  ...item,\n  price: rupeesFromPaise(pricePaise),',
        '  ...item,\n  price: Math.round(rupeesFromPaise(pricePaise)),',
      ],
    ],
    killer: 'domain/src/cart-storage.test.ts',
  },
  {
    name: 'half a rupee is rounded down',
    file: 'domain/src/money.ts',
    edits: [['(Math.abs(amount) + 50) / 100', '(Math.abs(amount) + 49) / 100']],
    killer: 'domain/src/money.test.ts',
  },
  {
    name: 'a typed amount with one decimal has a tenth of its paise',
    file: 'domain/src/money.ts',
    edits: [["(match[2] ?? '').padEnd(2, '0')", "(match[2] ?? '').padStart(2, '0')"]],
    killer: 'domain/src/money.test.ts',
  },
  {
    name: 'cash that was rounded to a rupee counts as a difference',
    file: 'domain/src/deal/recount.ts',
    edits: [['  if (cash_amount === roundToRupees(due)) return []\n', '']],
    killer: 'domain/src/deal/recount.test.ts',
  },
  {
    name: 'a debt that was paid by UPI counts as missing cash',
    file: 'domain/src/deal/recount.ts',
    edits: [["balancePaise < 0 && payout_method === 'cash'", 'balancePaise < 0']],
    killer: 'domain/src/deal/recount.test.ts',
  },
  {
    name: 'a runner who has to collect completes the deal with no cash',
    file: 'domain/src/deal/missing-part.ts',
    edits: [['!((parts.cashAmountPaise ?? 0) > 0)', '!((parts.cashAmountPaise ?? 0) >= 0)']],
    killer: 'domain/src/deal/missing-part.test.ts',
  },
  {
    name: 'a UPI link asks for ten times the paise',
    file: 'domain/src/deal/upi.ts',
    edits: [["String(amount % 100).padStart(2, '0')", 'String(amount % 100)']],
    killer: 'domain/src/deal/upi.test.ts',
  },
  {
    name: 'a product is found by its number before its code',
    file: 'domain/src/product.ts',
    edits: [
      [
        '    products.find((product) => product.productId === id) ??\n    products.find((product) => product.id === id)',
        '    products.find((product) => product.id === id) ??\n    products.find((product) => product.productId === id)',
      ],
    ],
    killer: 'domain/src/product.test.ts',
  },
  {
    name: 'a photo of exactly the permitted size is refused',
    file: 'domain/src/photo.ts',
    edits: [['file.size > MAX_PHOTO_BYTES', 'file.size >= MAX_PHOTO_BYTES']],
    killer: 'domain/src/photo.test.ts',
  },
]
