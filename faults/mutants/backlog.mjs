/** Bugs that the sending of many entries in one call could have, one at a time. */

const PASS = 'web/src/outbox/passes/pass.ts'
const BATCH = 'web/src/outbox/passes/batch.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const backlogMutants = [
  {
    name: 'an entry that did not fit into a call is sent after later work for its customer',
    file: PASS,
    edits: [['  round.later.unshift(...sent.unsent)\n', '  round.later.push(...sent.unsent)\n']],
    killer: 'batches',
  },
  {
    name: 'later work for a customer is in the same call as a deal with photos',
    file: PASS,
    edits: [
      ["'photos' in work && work.photos.length > 0", "'photos' in work && work.photos.length > 9"],
    ],
    killer: 'batches',
  },
  {
    name: 'the delivery of a deal is in the same call as the deal',
    file: PASS,
    edits: [[" && entry.work.kind !== 'settlement-delivered'", '']],
    killer: 'batches',
  },
  {
    name: 'a single order waits for the work of all customers',
    file: PASS,
    edits: [
      ['isBeforeOrder(entry) && isOnItsWay(entry)', 'isBeforeOrder(entry) && !isOnItsWay(entry)'],
    ],
    killer: 'batches',
  },
  {
    name: 'a pass does not end for a single order',
    file: PASS,
    edits: [['  if (deps.isInterrupted?.()) {', '  if (deps.isInterrupted?.() === undefined) {']],
    killer: 'batches',
  },
  {
    name: 'a call has all entries, whatever their bytes',
    file: BATCH,
    edits: [['    isFull ||= bytes > left', '    isFull ||= bytes < 0 && bytes > left']],
    killer: 'batches',
  },
  {
    name: 'a refusal of the call refuses every entry in it',
    file: BATCH,
    edits: [['taken.length > 1 && isOfCall(error)', 'taken.length < 1 && isOfCall(error)']],
    killer: 'batches',
  },
  {
    name: 'entries of a runner who is not signed in any longer are sent',
    file: BATCH,
    edits: [['() => taken.forEach((entry) => requireOwner(entry, deps))', '() => {}']],
    killer: 'batches',
  },
  {
    name: 'a batch does not become smaller on a weak connection',
    file: 'web/src/outbox/passes/batch-size.ts',
    edits: [["failure?.kind === 'timeout') grow(1 / 2)", "failure?.kind === 'timeout') grow(1)"]],
    killer: 'batches',
  },
  {
    name: 'each acknowledged entry reads all entries again',
    file: 'web/src/outbox/outbox.ts',
    edits: [
      ['      if (!options?.isLease) shown.change(changed)\n', '      await shown.readList()\n'],
    ],
    killer: 'backlog',
  },
  {
    name: 'work overtakes earlier work for its customer that failed for now',
    file: 'server/src/work/received-items.ts',
    edits: [
      [
        'else if (isTemporary(refusal)) this.#postponed.set',
        'else if (refusal.status < 0) this.#postponed.set',
      ],
    ],
    killer: 'items of a call',
  },
  {
    name: 'the next call begins before a failed entry of the last one is stored',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [['  if (!sent.isRecorded) return storing.run()\n', '']],
    killer: 'web/src/outbox/passes/store-meanwhile.test.ts',
  },
  {
    name: 'the results of the last call of a round are not stored',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [['  } finally {\n    await round.storing.run()\n  }\n', '  } finally {\n  }\n']],
    killer: 'web/src/outbox/passes/store-meanwhile.test.ts',
  },
  {
    name: 'two deals of one call have the same reservation',
    file: 'server/src/deals/store.ts',
    edits: [
      [
        'if (reservedAhead.of(tx).delete(toKey(deal))) return true',
        'if (reservedAhead.of(tx).size > 0) return true',
      ],
    ],
    killer: 'server/test/api/work-together.test.ts',
  },
]
