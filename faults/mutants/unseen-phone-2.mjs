/** Bugs of the phone, planted from the source by somebody who had not read the tests. Tests found 16 of these 24 at first. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenPhone2 = [
  {
    name: 'a visit of /profile prevents the request for persistent storage',
    file: 'web/src/storage/persistence.ts',
    edits: [
      [
        '      if (isAsked) return\n',
        '      if (isAsked || isPersistent.get() !== undefined) return\n',
      ],
    ],
    killer: 'web/src/storage/persistence.test.ts',
  },
  {
    name: 'visits of the day before are deleted',
    file: 'web/src/state/visit-rows.ts',
    edits: [['value === undefined && version < latest', 'version < latest']],
    killer: 'web/src/state/visit-rows.test.ts',
  },
  {
    name: 'a payment takes the photos of another visit',
    file: 'web/src/screens/deal/cash-payment.tsx',
    edits: [
      [
        '  if (visit && hasCartToShow(visit)) return <CashPaymentForm key={visit.id} visit={visit} />\n',
        '  if (visit && hasCartToShow(visit)) return <CashPaymentForm visit={visit} />\n',
      ],
    ],
    killer: 'web/src/screens/deal/other-visit.test.tsx',
  },
  {
    name: 'a sealing that failed is not tried again',
    file: 'web/src/state/clear-phone.ts',
    edits: [
      ['        removeLeaving(leaving)\n', ''],
      [
        `      }
    }
`,
        `      }
      removeLeaving(leaving)
    }
`,
      ],
    ],
    killer: 'web/src/state/clear-phone.test.ts',
  },
  {
    name: 'the age of a location is always zero',
    file: 'web/src/features/location/use-location.ts',
    edits: [
      [
        '    take: () => locationOf(here, Date.now(), words),\n',
        '    take: () => locationOf(here, here.fix?.takenAt ?? 0, words),\n',
      ],
    ],
    killer: 'web/src/screens/deal/deal-location.test.tsx',
  },
  {
    name: 'a single order whose entry is lost gets a new id',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [
      [
        '    : await tryNew(visit, again?.entry ?? newOrderEntry(key, visit, product, order))\n',
        '    : await tryNew(visit, newOrderEntry(key, visit, product, order))\n',
      ],
    ],
    killer: 'web/src/features/orders/place-single-order.test.ts',
  },
  {
    name: 'a difference shows the figures in Telugu the wrong way round',
    file: 'web/src/i18n/te/deal.ts',
    edits: [
      [
        "  'invoice.difference': '{what}: ఈ ఫోన్‌లో {phone}, ఆఫీసులో {office}',\n",
        "  'invoice.difference': '{what}: ఈ ఫోన్‌లో {office}, ఆఫీసులో {phone}',\n",
      ],
    ],
    killer: 'web/src/i18n/messages.test.ts',
  },
  {
    name: 'the time of a status is corrected by the clock offset twice',
    file: 'domain/src/customer/seen.ts',
    edits: [
      [
        '    at: new Date(at).toISOString(),\n',
        '    at: new Date(at + (offset ?? 0) * 1_000).toISOString(),\n',
      ],
    ],
    killer: 'domain/src/customer/seen.test.ts',
  },
  {
    name: 'an amount for UPI loses the zero of its paise',
    file: 'domain/src/deal/upi.ts',
    edits: [
      [
        "  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`\n",
        '  return `${Math.floor(amount / 100)}.${amount % 100}`\n',
      ],
    ],
    killer: 'domain/src/deal/upi.test.ts',
  },
  {
    name: 'an order that is made again counts products instead of pieces',
    file: 'domain/src/deal/damaged/to-work.ts',
    edits: [
      [
        '    quantity: first ? items.reduce((sum, item) => sum + item.quantity, 0) : 1,\n',
        '    quantity: Math.max(items.length, 1),\n',
      ],
    ],
    killer: 'domain/src/deal/damaged.test.ts',
  },
  {
    name: 'an answer is stored for the next runner',
    file: 'web/src/api/answer-snapshot.ts',
    edits: [
      [
        `  const ofOwner = owner()
  if (ofOwner === '') return
  import('../state/snapshots.ts')
    // The runner may have signed out while the module loaded (ruling 8).
    .then(async ({ storeSnapshot }) => {
      if (owner() === ofOwner) await storeSnapshot(name, text)
    })
`,
        `  if (owner() === '') return
  import('../state/snapshots.ts')
    .then(({ storeSnapshot }) => storeSnapshot(name, text))
`,
      ],
    ],
    killer: 'web/src/api/answer-snapshot.test.ts',
  },
  {
    name: 'the page of a captive portal ends the queued sign-out',
    file: 'web/src/api/sign-in.ts',
    edits: [
      [
        "import { callApi, isOurServer } from './client.ts'\n",
        "import { callApi } from './client.ts'\n",
      ],
      [
        `    // At our server such an answer comes from an intermediary, and the session would stay open.
    if (!isNotOffered(error) || isOurServer()) return
`,
        '    if (!isNotOffered(error)) return\n',
      ],
    ],
    killer: 'web/src/api/sign-in.test.ts',
  },
  {
    name: 'a new single order withdraws one that is on its way',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [
      [
        "for (const { id, state } of unmadeOf(visit)) if (state === 'held') await withdraw(id)",
        'for (const { id } of unmadeOf(visit)) await withdraw(id)',
      ],
    ],
    killer: 'web/src/features/orders/place-single-order.test.ts',
  },
]
