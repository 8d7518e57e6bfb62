/** Bugs in the screens, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenScreens1 = [
  {
    name: 'a deal with a demo customer is sent',
    file: 'web/src/features/deal/complete-deal.ts',
    edits: [['deal.isDemo ? undefined : entry', 'entry']],
    killer: 'web/src/features/deal/complete-deal.test.ts',
  },
  {
    name: 'a deal makes a second order for its visit',
    file: 'web/src/features/deal/complete-deal.ts',
    edits: [['    ...(visit.orderId !== undefined && { orderId: visit.orderId }),\n', '']],
    killer: 'web/src/features/deal/complete-deal.test.ts',
  },
  {
    name: 'a delivery closes the visit of another customer',
    file: 'web/src/features/deal/completed/mark-delivered.ts',
    edits: [['if (activeVisit.get()?.id === deal.visitId) closeVisit()', 'closeVisit()']],
    killer: 'web/src/features/deal/completed/mark-delivered.test.ts',
  },
  {
    name: 'a link replaces the value of weighed hair',
    file: 'web/src/features/deal/use-linked-visit.ts',
    edits: [
      [
        'visit.hairLines.length === 0 && visit.cart.items.length === 0',
        'visit.cart.items.length === 0',
      ],
    ],
    killer: 'web/src/screens/deal/cash-payment.test.tsx',
  },
  {
    name: 'a shared invoice does not say what was paid',
    file: 'web/src/features/deal/invoice/share-invoice.ts',
    edits: [['[balance, ...(paid ? [paid] : [])]', '[balance]']],
    killer: 'web/src/features/deal/invoice/invoice-actions.test.tsx',
  },
  {
    name: 'a payment by UPI has the cash receipt that was taken before',
    file: 'web/src/features/deal/use-cash-payment.ts',
    edits: [
      ["payoutMethod === 'cash' && receipt ? dealPhoto(receipt)", 'receipt ? dealPhoto(receipt)'],
    ],
    killer: 'web/src/screens/deal/cash-payment-upi.test.tsx',
  },
  {
    name: 'each failed attempt at a status shows an alert',
    file: 'web/src/features/enquiry/status/send-status.ts',
    edits: [['    stop()\n    const message', '    const message']],
    killer: 'web/src/features/enquiry/status/send-status.test.ts',
  },
  {
    name: 'prices delete a linked hair value',
    file: 'web/src/features/hair/use-hair-prices.ts',
    edits: [
      ['if (prices && Object.keys(weighed).length > 0) setWeights', 'if (prices) setWeights'],
    ],
    killer: 'web/src/screens/visit/payment-mode-customer.test.tsx',
  },
  {
    name: 'a receiver with a wrong clock gives a fix that is years old',
    file: 'web/src/features/location/location-watch.ts',
    edits: [
      [
        'Math.min(now, Math.max(timestamp, now - LOCATION_OPTIONS.maximumAge))',
        'Math.min(now, timestamp)',
      ],
    ],
    killer: 'web/src/features/location/location-watch.test.ts',
  },
  {
    name: 'the receiver stays on after the last screen',
    file: 'web/src/features/location/location-watch.ts',
    edits: [['    screens -= 1\n', '']],
    killer: 'web/src/features/location/location-field.test.tsx',
  },
]
