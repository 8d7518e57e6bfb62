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
    name: 'a double tap completes the deal twice',
    file: 'web/src/features/deal/use-completion.ts',
    edits: [['    isRunning.current = true\n', '']],
    killer: 'web/src/features/deal/use-completion.test.tsx',
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
    name: 'a closed share sheet starts a download',
    file: 'web/src/lib/hand-out-file.ts',
    edits: [["if (error.name !== 'AbortError') downloadFile(file)", 'downloadFile(file)']],
    killer: 'web/src/lib/hand-out-file.test.ts',
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
    name: 'a follow-up of today is refused',
    file: 'web/src/features/enquiry/status/hold-dialog.tsx',
    edits: [['nextFollowup >= day', 'nextFollowup > day']],
    killer: 'web/src/screens/visit/enquiry-hold.test.tsx',
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
  {
    name: 'the age of a fix is in milliseconds',
    file: 'web/src/features/location/location-watch.ts',
    edits: [['age_s: Math.round(ageMs / 1000)', 'age_s: Math.round(ageMs)']],
    killer: 'web/src/features/location/location-watch.test.ts',
  },
  {
    name: 'a timeout of the receiver is called unavailable',
    file: 'web/src/features/location/location-watch.ts',
    edits: [["2: 'unavailable', 3: 'timeout'", "2: 'timeout', 3: 'unavailable'"]],
    killer: 'web/src/features/location/location-watch.test.ts',
  },
  {
    name: 'a new place has the name of the last one',
    file: 'web/src/features/location/use-location.ts',
    edits: [['return named?.spot === spot ? named?.words : undefined', 'return named?.words']],
    killer: 'web/src/features/location/place-name.test.tsx',
  },
  {
    name: 'a held order stays beside the one that replaces it',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [
      [
        "  for (const { id, state } of unmadeOf(visit)) if (state === 'held') await withdraw(id)\n",
        '',
      ],
    ],
    killer: 'web/src/features/orders/place-single-order.test.ts',
  },
  {
    name: 'an older photo that is ready later replaces the newer one',
    file: 'web/src/features/photo/photo-slots.ts',
    edits: [['    ...(pick > last && shown),', '    ...shown,']],
    killer: 'web/src/features/photo/use-photo.test.tsx',
  },
]
