/** Bugs that the comparison after a restored backup could have, at the phone and at the server, one at a time. */

const RECONCILE = 'web/src/outbox/reconciliation/reconcile.ts'
const PUT_BACK = 'web/src/outbox/reconciliation/put-back.ts'
const SENT_ROWS = 'web/src/outbox/reconciliation/sent-rows-of.ts'
const SERVER = 'server/src/reconciliation/service.ts'
const STORE = 'server/src/reconciliation/store.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const reconciliationMutants = [
  {
    name: 'lost work goes back into the outbox, and its deal still counts as received',
    file: PUT_BACK,
    edits: [['receivedAt: undefined, ', '']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a lost work is forgotten instead of sent again',
    file: RECONCILE,
    edits: [['lost.length > 0 ? await putBack(lost, { epoch, at: Date.parse(at) }, run) : 0', '0']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a lost photo alone is not noticed',
    file: RECONCILE,
    edits: [['hasRecords && result.missing_photos.length === 0', 'hasRecords']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a work with another hash counts as recorded',
    file: RECONCILE,
    edits: [['result.hash === hash', "result.state !== 'missing'"]],
    killer: 'comparison at the phone',
  },
  {
    name: 'what the server has beyond the phone is asked for at each start',
    file: RECONCILE,
    edits: [
      ['await rows.changePhone({ beyond: await findGap(rows, last) })', 'await rows.readPhone()'],
    ],
    killer: 'comparison at the phone',
  },
  {
    name: 'a waiting entry stays in the old epoch for ever',
    file: RECONCILE,
    edits: [['await moveToEpoch(entry, epoch, run)', 'continue']],
    killer: 'comparison at the phone',
  },
  {
    name: 'the work of an erased customer is sent again',
    file: RECONCILE,
    edits: [["result.state === 'erased' && hasRecords", 'false']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a confirmed work is counted twice',
    file: SENT_ROWS,
    edits: [
      [
        '          if (before) digest = subtractDigest(digest, digestOf(before))\n          digest = addDigests',
        '          digest = addDigests',
      ],
    ],
    killer: 'comparison at the phone',
  },
  {
    name: 'the photos of sent work are stored for ever',
    file: 'web/src/outbox/reconciliation/delete-old.ts',
    edits: [['!isOlder(photoDays, confirmedAt)', 'true']],
    killer: 'comparison at the phone',
  },
  {
    name: 'the server records new work in another epoch, before the phone has sent again what was lost',
    file: 'server/src/work/routes.ts',
    edits: [['body.epoch !== undefined && body.epoch !== epoch', 'false']],
    killer: 'simulation',
  },
  {
    name: 'sent work is not stored on the phone',
    file: 'web/src/outbox/outbox.ts',
    edits: [['      await reconciliation.storeSent(entries, clock.now())\n', '']],
    killer: 'simulation',
  },
  {
    name: 'the phone does not learn the first epoch',
    file: 'web/src/outbox/transport/work-at-once.ts',
    edits: [
      [
        'return (await storeFirstEpoch(owner, reply.epoch)) ? reply.epoch : undefined',
        'return reply.epoch',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'the receipt of a photo from another epoch counts',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [['receipt?.epoch !== undefined && receipt.epoch !== epoch', 'false']],
    killer: 'simulation',
  },
  {
    name: 'another runner learns what a runner has sent',
    file: STORE,
    edits: [
      ['eq(recordedWork.runnerId, runnerId), inArray(recordedWork.id', 'inArray(recordedWork.id'],
    ],
    killer: 'comparison at the server',
  },
  {
    name: 'the digest counts photos that the server has lost',
    file: STORE,
    edits: [['        join ${photos} as photo on', '        left join ${photos} as photo on']],
    killer: 'comparison at the server',
  },
  {
    name: 'the server asks for the photos of an erased customer',
    file: SERVER,
    edits: [["if (work.isErased) return { state: 'erased', hash, missing_photos: [] }", '']],
    killer: 'comparison at the server',
  },
  {
    name: 'the numbers of lost orders are given out again',
    file: 'server/src/db/epoch.ts',
    edits: [
      [
        '    await skipOrderNumbers(tx)\n    // The tables of an older',
        '    // The tables of an older',
      ],
    ],
    killer: 'backup',
  },
  {
    name: 'an entry of an earlier epoch counts as received before the comparison',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [
      [
        "      if (isOfOtherEpoch(entry, deps)) return await release(id, 'other-epoch', deps)\n",
        '',
      ],
    ],
    killer: 'other epoch',
  },
  {
    name: 'an entry is put back while a sender has it',
    file: PUT_BACK,
    edits: [[" || stored.state === 'sending'", '']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a photo that the server has is deleted on the phone with its lost record',
    file: PUT_BACK,
    edits: [['[{ ...row, photos: photosWhere(true) }]', '[row]']],
    killer: 'comparison at the phone',
  },
  {
    name: 'a photo that was sent again has the days of its first sending',
    file: SENT_ROWS,
    edits: [['(isKnown ? before.confirmedAt : undefined) ?? at', 'before?.confirmedAt ?? at']],
    killer: 'comparison at the phone',
  },
]
