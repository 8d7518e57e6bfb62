/** Bugs in the screens, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenScreens2 = [
  {
    name: 'the age of a fix is in milliseconds',
    file: 'web/src/features/location/location-watch.ts',
    edits: [['age_s: Math.round(ageMs / 1000)', 'age_s: Math.round(ageMs)']],
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
    file: 'web/src/features/photo/use-photo.ts',
    edits: [['        if (mine === turn.current) setState(next)', '        setState(next)']],
    killer: 'web/src/features/photo/use-photo.test.tsx',
  },
  {
    name: 'a photo that was removed comes back when its upload ends',
    file: 'web/src/features/photo/use-photo.ts',
    edits: [['    turn.current += 1\n', '']],
    killer: 'web/src/features/photo/use-photo.test.tsx',
  },
  {
    name: 'the profile lists a cash payment and its order',
    file: 'web/src/features/profile/profile-record.ts',
    edits: [
      [
        '!orderIds.has(String(order.order_id))',
        '!(orderIds as ReadonlySet<unknown>).has(order.order_id)',
      ],
    ],
    killer: 'web/src/features/profile/profile-record.test.ts',
  },
  {
    name: 'deals of the server are sorted by the clock of the phone',
    file: 'web/src/features/profile/profile-record.ts',
    edits: [['receivedAt: Date.parse(record.received_at ?? at)', 'receivedAt: Date.parse(at)']],
    killer: 'web/src/features/profile/profile-record.test.ts',
  },
  {
    name: 'a late sign-out clears the cookie of the next sign-in',
    file: 'web/src/api/sign-in.ts',
    edits: [['  signingOut?.abort()\n', '']],
    killer: 'web/src/api/sign-in.test.ts',
  },
  {
    name: 'a late answer of an old session asks for the code again',
    file: 'web/src/api/query-client.ts',
    edits: [['isSignedOut(error) && isOfThisSession(queryKey)', 'isSignedOut(error)']],
    killer: 'web/src/api/query-client.test.tsx',
  },
  {
    name: 'Telugu calls money for the customer money to collect',
    file: 'web/src/i18n/te/deal.ts',
    edits: [
      ["'cash.balanceToReturn': 'కస్టమర్‌కు ఇవ్వాల్సింది'", "'cash.balanceToReturn': 'వసూలు చేయాల్సింది'"],
      ["'cash.balanceToCollect': 'వసూలు చేయాల్సింది'", "'cash.balanceToCollect': 'కస్టమర్‌కు ఇవ్వాల్సింది'"],
    ],
    killer: 'web/src/features/deal/invoice/invoice-view.test.tsx',
  },
]
