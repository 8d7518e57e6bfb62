/** Bugs in the screens, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenScreens2 = [
  {
    name: 'a photo that was removed comes back when its upload ends',
    file: 'web/src/features/photo/photo-slots.ts',
    edits: [['  if (photoSlot(slot).get().photo?.id === photo.id) change(', '  change(']],
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
    name: 'a further page of the profile replaces the one before',
    file: 'web/src/features/profile/use-older-records.ts',
    edits: [['[...pages, await fetchOlderRecords(older)]', '[await fetchOlderRecords(older)]']],
    killer: 'web/src/features/profile/use-older-records.test.tsx',
  },
  {
    name: 'a late answer about an older phone number changes the newer request',
    file: 'web/src/features/sign-in/code-request.ts',
    edits: [
      [
        '  if (codeRequest.get() === request) commit({ ...request, state })',
        '  commit({ ...request, state })',
      ],
    ],
    killer: 'web/src/features/sign-in/code-request.test.ts',
  },
  {
    name: 'an app is never hidden after the clock was set back',
    file: 'web/src/features/sign-in/hide-when-idle.ts',
    edits: [['Math.abs(hideAt - stored) > WRITE_MS', 'hideAt - stored > WRITE_MS']],
    killer: 'web/src/features/sign-in/hide-when-idle.test.ts',
  },
  {
    name: 'an old sign-out ends the new session',
    file: 'web/src/api/sign-in.ts',
    edits: [
      [
        '    clearQueuedSignOut()\n    localStorage.removeItem(HIDE_AT_KEY)',
        '    localStorage.removeItem(HIDE_AT_KEY)',
      ],
    ],
    killer: 'web/src/api/sign-in.test.ts',
  },
  {
    name: 'a late sign-out clears the cookie of the next sign-in',
    file: 'web/src/api/sign-in.ts',
    edits: [['  signingOut?.abort()\n  try {', '  try {']],
    killer: 'web/src/api/sign-in.test.ts',
  },
  {
    name: 'one mirror without a network hides the answer of the others',
    file: 'web/src/api/customer-list.ts',
    edits: [['error.each.every(isUnreachable)', 'error.each.some(isUnreachable)']],
    killer: 'web/src/features/customers/failure/last-failure.test.ts',
  },
  {
    name: 'a lost session shows stored prices instead of the sign-in',
    file: 'web/src/api/answer-snapshot.ts',
    edits: [
      [
        "!(failure instanceof ApiFailure) || isSignedOut(failure) || owner() === ''",
        "!(failure instanceof ApiFailure) || owner() === ''",
      ],
    ],
    killer: 'web/src/api/answer-snapshot.test.ts',
  },
  {
    name: 'a late answer of an old session asks for the code again',
    file: 'web/src/api/query-client.ts',
    edits: [['isSignedOut(error) && isOfThisSession(queryKey)', 'isSignedOut(error)']],
    killer: 'web/src/api/query-client.test.tsx',
  },
  {
    name: 'noon is in the morning',
    file: 'web/src/lib/format-date.ts',
    edits: [['hours < 12 ? 1 : 2', 'hours <= 12 ? 1 : 2']],
    killer: 'web/src/lib/format-date.test.ts',
  },
  {
    name: 'the first card of a section has the position zero',
    file: 'web/src/features/customers/sections/list-items.ts',
    edits: [['position: index + 1', 'position: index']],
    killer: 'web/src/features/customers/sections/list-items.test.ts',
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
  {
    name: 'an invoice file runs what a product is named',
    file: 'web/src/features/deal/invoice/invoice-html.ts',
    edits: [["    .replaceAll('<', '&lt;')\n", '']],
    killer: 'web/src/features/deal/invoice/invoice-html.test.ts',
  },
  {
    name: 'the cart goes to cash payment when the runner chooses items',
    file: 'web/src/features/cart/cart-bar.tsx',
    edits: [
      [
        'const settle = () => proceedTo(paths.itemsSettlement(), cart, handleEmpty)',
        'const settle = () => proceedTo(cashPaymentHref(visit), cart, handleEmpty)',
      ],
    ],
    killer: 'web/src/features/cart/cart-opened.test.tsx',
  },
  {
    name: 'a clock that was set back disables Resend',
    file: 'web/src/features/sign-in/resend-code.tsx',
    edits: [['setNow(isSetBack ? deadline : time)', 'setNow(time)']],
    killer: 'web/src/screens/sign-in/otp-verification.test.tsx',
  },
]
