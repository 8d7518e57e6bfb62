/** Bugs of a shared phone that only a whole shift shows, one at a time. */

const killer = 'simulation'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const simulatedPhoneMutants = [
  {
    name: 'evicted phone: the app calls nothing lost',
    file: 'web/src/outbox/reconciliation/lost-work.ts',
    edits: [['if (isLost) own.push', 'if (isLost && own.length > 0) own.push']],
    killer,
  },
  {
    name: 'exchanged runners: a sign-out leaves everything readable',
    file: 'web/src/state/clear-phone.ts',
    edits: [
      [
        'if (leaving !== owner()) await clear(leaving)',
        'if (leaving === owner()) await clear(leaving)',
      ],
    ],
    killer,
  },
  {
    name: 'exchanged runners: only entries are sealed',
    file: 'web/src/storage/sealed/seal-rows.ts',
    edits: [['sealedCollections.toReversed()', 'sealedCollections.slice(-1)']],
    killer,
  },
  {
    name: 'exchanged runners: a sign-in opens nothing',
    file: 'web/src/api/sign-in.ts',
    edits: [['      await openSealedWork(phone, sealing)\n', '']],
    killer,
  },
  {
    name: 'exchanged runners: the key of the signed-in runner is forgotten',
    file: 'web/src/state/sealing-keys.ts',
    edits: [['  if (owner() === leaving) return\n', '']],
    killer,
  },
  {
    name: 'settings that a full phone has not stored are never stored',
    file: 'web/src/outbox/sender-settings.ts',
    edits: [['  if (stored === wanted) return\n', '  return\n']],
    killer: 'web/src/outbox/sender-settings.test.ts',
  },
  {
    name: 'sending worker: it does not adopt who is signed in',
    file: 'web/src/outbox/sender-settings.ts',
    edits: [['  session.set(settings?.session)\n', '']],
    killer,
  },
  {
    name: 'sending worker: no page stores who is signed in',
    file: 'web/src/outbox/sender-settings.ts',
    edits: [["  await storage.write([{ collection: 'settings', key: SENDER_KEY, row }])\n", '']],
    killer,
  },
  {
    name: 'sending worker: it leaves the work to pages, also when none is visible',
    file: 'web/src/outbox/worker-sender.ts',
    edits: [['if (pages.some(', 'if (!pages.some(']],
    killer,
  },
  {
    name: 'newer release: a single order that the app cannot read is made again',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [['if (stored?.isUnreadable) {', 'if (stored?.isUnreadable && stored.isInOutbox) {']],
    killer,
  },
  {
    name: 'a deal replaces one that the app cannot read',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [['if ((await deals.has(deal.visitId)) || (await', 'if ((await']],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'a deal replaces the entry that the app cannot read',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [[' || (await outbox.has(deal.visitId))', '']],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'sent photos of unsent entries are deleted each day',
    file: 'web/src/outbox/reconciliation/delete-old.ts',
    edits: [[' || unsent.has(visitOfPhoto(id))', '']],
    killer: 'web/src/outbox/reconciliation/sent-storage.test.ts',
  },
]
