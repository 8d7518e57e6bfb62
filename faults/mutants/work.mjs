/** Bugs that the call for whole work could have, at the phone and at the server, one at a time. */

const RECORD_WORK = 'server/src/work/record-work.ts'
const RECEIVE_ITEMS = 'server/src/work/receive-items.ts'
const WORK_AT_ONCE = 'web/src/outbox/transport/work-at-once.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const workMutants = [
  {
    name: 'the answer to recorded work is given to another runner',
    file: 'server/src/work/store.ts',
    edits: [
      [
        'and(eq(recordedWork.id, id), eq(recordedWork.runnerId, runnerId))',
        'and(eq(recordedWork.id, id), runnerId ? undefined : sql`false`)',
      ],
    ],
    killer: 'whole work',
  },
  {
    name: 'other content under the id of recorded work counts as recorded',
    file: RECORD_WORK,
    edits: [['stored?.contentHash === contentHash &&', 'stored !== undefined &&']],
    killer: 'whole work',
  },
  {
    name: 'the steps of whole work have no keys, so that the single calls of an older app repeat them',
    file: RECORD_WORK,
    edits: [['keyed: { keys, key },', 'keyed: key ? undefined : { keys, key },']],
    killer: 'whole work',
  },
  {
    name: 'a repeat of recorded work learns no order',
    file: RECORD_WORK,
    edits: [['  await storeWorkAnswers(tx, runnerId, answers)\n', '']],
    killer: 'whole work',
  },
  {
    name: 'a refused item ends the call for the others',
    file: 'server/src/work/received-items.ts',
    edits: [['if (endsCall.has(refusal.code)) this.#ended = refusal', 'this.#ended = refusal']],
    killer: 'whole work',
  },
  {
    name: 'a locked customer ends the call for the others',
    file: RECEIVE_ITEMS,
    edits: [["findOutage(error) === 'lock conflict'", "findOutage(error) === 'disk full'"]],
    killer: 'server/test/api/locked-customer.test.ts',
  },
  {
    name: 'items with one id share a transaction',
    file: 'server/src/work/group-items.ts',
    edits: [[' || ids.has(id)', '']],
    killer: 'work together',
  },
  {
    name: 'a locked order has its old row after a change',
    file: 'server/src/orders/store.ts',
    edits: [
      [
        'return rememberLocked(tx, made && withChange(order, { ...change, ...made }))',
        'return made && withChange(order, { ...change, ...made })',
      ],
    ],
    killer: 'work together',
  },
  {
    name: 'a repeat of recorded work is refused when the quota is used up',
    file: RECEIVE_ITEMS,
    edits: [
      [
        'if (withPhotos.some(({ isNew }) => isNew)) await checkRecordQuota',
        'await checkRecordQuota',
      ],
    ],
    killer: 'record quota',
  },
  {
    name: 'whole work ignores the quota of records',
    file: RECEIVE_ITEMS,
    edits: [
      ['if (withPhotos.some(({ isNew }) => isNew)) await checkRecordQuota(deps, tx, runnerId)', ''],
    ],
    killer: 'record quota',
  },
  {
    name: 'a step of whole work may be of any size',
    file: 'server/src/work/run-step.ts',
    edits: [['  requireSize(endpoint, body)\n', '']],
    killer: 'whole work',
  },
  {
    name: 'work that is not recorded counts as received',
    file: WORK_AT_ONCE,
    edits: [["if (result.outcome === 'recorded') {", "if ('outcome' in result) {"]],
    killer: 'work at once',
  },
  {
    name: 'a page with status 404 makes the phone send single calls',
    file: WORK_AT_ONCE,
    edits: [
      [
        "error.detail.status === 404 && error.detail.code === 'not-found'",
        'error.detail.status === 404',
      ],
    ],
    killer: 'work at once',
  },
  {
    name: 'a lost photo counts as sent',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [['if (!receipt || receipt.sha256 !== sha256) await failWithoutPhoto(id)', '']],
    killer: 'lost photo',
  },
  {
    name: 'a lost photo counts as sent when the server has other bytes',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [['!receipt || receipt.sha256 !== sha256', '!receipt']],
    killer: 'lost photo',
  },
  {
    name: 'the record of an entry is sent again before the comparison in another epoch',
    file: 'web/src/outbox/passes/batch.ts',
    edits: [['if (!isOfOtherEpoch(stored, deps)) return claim', 'if (stored.id) return claim']],
    killer: 'web/src/outbox/passes/batch.test.ts',
  },
  {
    name: 'later work of a customer is sent after a divided call failed for the earlier one',
    file: 'web/src/outbox/passes/batch.ts',
    edits: [['isStopped || waiting.has(entry.customerId)', 'isStopped']],
    killer: 'web/src/outbox/passes/batch-order.test.ts',
  },
  {
    name: 'a divided call goes on without a network',
    file: 'web/src/outbox/passes/batch.ts',
    edits: [['isStopped || waiting.has(entry.customerId)', 'waiting.has(entry.customerId)']],
    killer: 'web/src/outbox/passes/batch-order.test.ts',
  },
  {
    name: 'other work does not wait when the server asks a single order to wait',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [["{ state: 'held', ...findPause(failure, now) }", "{ state: 'held' }"]],
    killer: 'web/src/outbox/passes/retry-after.test.ts',
  },
]
