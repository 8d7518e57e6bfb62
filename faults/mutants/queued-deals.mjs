/** Bugs in what the phone does with a deal that has lost its entry, one at a time. */

const file = 'web/src/outbox/reconciliation/queue-deals.ts'
const killer = 'web/src/outbox/reconciliation/queue-deals.test.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const queuedDealsMutants = [
  {
    name: 'a deal without an entry stays on the phone for ever',
    file: 'web/src/outbox/reconciliation/reconcile.ts',
    edits: [['await queueDeals(owner, entries, run)', '0']],
    killer,
  },
  {
    name: 'a recorded deal without an entry is sent again with another hash',
    file,
    edits: [
      ["  if (state === 'missing') return entry\n", "  if (state !== 'erased') return entry\n"],
    ],
    killer,
  },
  {
    name: 'a photo of an erased customer is sent again',
    file,
    edits: [['done: [...listSteps(kind)]', 'done: [...listRecordSteps(kind)]']],
    killer,
  },
  {
    name: 'a deal whose entry is sealed gets another one',
    file,
    edits: [["!sealed.has(startOf('', 'outbox') + visitId)", '!sealed.has(visitId)']],
    killer,
  },
  {
    name: 'a deal whose entry has not moved into the bucket gets another one',
    file,
    edits: [[' || bucket.hasUnmoved()', '']],
    killer,
  },
  {
    name: 'a demo deal is sent',
    file: 'web/src/outbox/stores/unreceived-deals.ts',
    edits: [['!isDemo && ', '']],
    killer,
  },
  {
    name: 'an entry that has come meanwhile is replaced',
    file,
    edits: [[' || (await outbox.has(deal.visitId))', '']],
    killer,
  },
  {
    name: 'a deal that was received meanwhile is sent again',
    file,
    edits: [[' || stored.receivedAt !== undefined', '']],
    killer,
  },
  {
    name: 'an entry is made for a runner who has signed out',
    file,
    edits: [['    await deps.requireOwner()\n', '']],
    killer,
  },
  {
    name: 'a deal that was sent as a whole is made again instead of the one that was sent',
    file,
    edits: [['await deps.rows.hasEntry(deal.visitId)', 'false']],
    killer,
  },
  {
    name: 'a deal that was taken back counts as received while its lost photo waits',
    file,
    edits: [[' && deal.takenBackAt === undefined', '']],
    killer,
  },
  {
    name: 'a sent deal that our server lacks counts as received',
    file,
    edits: [["  if (isSent && result.state === 'missing') return false\n", '']],
    killer: 'web/src/outbox/reconciliation/queue-deals-early.test.ts',
  },
  {
    name: 'a plain portal leaves a payment without an entry on the phone, unnoticed',
    file: 'web/src/outbox/find-unreadable.ts',
    edits: [['isWhole && !isUnsendable(key, row, found)', 'isWhole']],
    killer: 'web/src/outbox/find-unreadable.test.ts',
  },
  {
    name: 'a delivery is sent before a settlement whose entry this release cannot read',
    file: 'web/src/outbox/stores/unsent-settlements.ts',
    edits: [[': !hasRecordStep(entry)', ': false']],
    killer: 'web/src/outbox/stores/unsent-settlements.test.ts',
  },
  {
    name: 'a delivery is sent before a settlement whose entry the phone has lost',
    file: 'web/src/outbox/stores/unsent-settlements.ts',
    edits: [['? isQueueing && deal !== undefined && isForQueue(deal)', '? false']],
    killer: 'web/src/outbox/stores/unsent-settlements.test.ts',
  },
  {
    name: 'our server shows a payment without an entry as unreadable',
    file: 'web/src/outbox/find-unreadable.ts',
    edits: [['  !isOurServer() && ', '  ']],
    killer: 'web/src/outbox/find-unreadable.test.ts',
  },
  {
    name: 'a recorded settlement that was made again says that it was delivered',
    file: 'web/src/outbox/reconciliation/queue-deals.ts',
    edits: [['work: asSent(entry.work), ', '']],
    killer: 'web/src/outbox/reconciliation/queue-deals.test.ts',
  },
  {
    name: 'the record of a deal that was made again is sent with its later photo',
    file: 'web/src/outbox/stores/later-photo-store.ts',
    edits: [['hash !== undefined && isRebuilt !== true', 'hash !== undefined']],
    killer: 'web/src/outbox/stores/later-photo-store.test.ts',
  },
]
