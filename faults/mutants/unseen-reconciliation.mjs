/** Bugs in the comparison with the server, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenReconciliation = [
  {
    name: 'photos of work that was not compared yet are deleted',
    file: 'web/src/outbox/reconciliation/delete-old.ts',
    edits: [['[...confirmed, ...unconfirmed]', '[...confirmed]']],
    killer: 'web/src/outbox/reconciliation/sent-rows-of.test.ts',
  },
  {
    name: 'work that was put back does not say so',
    file: 'web/src/outbox/reconciliation/put-back.ts',
    edits: [['done: [], takenBackAt: now }', 'done: [] }']],
    killer: 'web/src/outbox/reconciliation/reconcile.test.ts',
  },
  {
    name: 'a photo that the server lost keeps its address',
    file: 'web/src/outbox/reconciliation/put-back.ts',
    edits: [
      [
        'return photo && { ...photo, url: undefined, uploadId: undefined }',
        'return photo && { ...photo, uploadId: undefined }',
      ],
    ],
    killer: 'web/src/outbox/reconciliation/reconcile.test.ts',
  },
  {
    name: 'a failed comparison is not repeated',
    file: 'web/src/outbox/reconciliation/runs.ts',
    edits: [['    clock.after(AGAIN_AFTER_MS, onAgain)\n', '']],
    killer: 'web/src/outbox/reconciliation/runs.test.ts',
  },
  {
    name: 'a new sign-in compares nothing',
    file: 'web/src/outbox/reconciliation/runs.ts',
    edits: [['      last.signIn !== signIn ||\n', '']],
    killer: 'web/src/outbox/reconciliation/runs.test.ts',
  },
  {
    name: 'a comparison without a session does not ask for the sign-in',
    file: 'web/src/outbox/reconciliation/runs.ts',
    edits: [['session.onSignedOut()', 'void 0']],
    killer: 'web/src/outbox/reconciliation/runs.test.ts',
  },
  {
    name: 'a sign-in during a comparison waits for the next regular pass',
    file: 'web/src/outbox/reconciliation/runs.ts',
    edits: [['    if (isRunning) asked = signed\n', '']],
    killer: 'web/src/outbox/reconciliation/runs.test.ts',
  },
  {
    name: 'work that was sent again meanwhile is removed',
    file: 'web/src/outbox/reconciliation/sent-rows-of.ts',
    edits: [['          if (stored?.sentAt !== row.sentAt) continue\n', '']],
    killer: 'web/src/outbox/reconciliation/sent-rows-of.test.ts',
  },
  {
    name: 'older work that is sent later moves the latest time back',
    file: 'web/src/outbox/reconciliation/sent-store.ts',
    edits: [['Math.max(phone.latestCreatedAt ?? 0, latest)', 'latest']],
    killer: 'web/src/outbox/reconciliation/sent-rows-of.test.ts',
  },
  {
    name: 'a refused deal of which only a photo is refused counts as missing',
    file: 'web/src/outbox/refused-deal.ts',
    edits: [
      [
        'findInvoiceId(entry.work) !== undefined && !hasRecords(entry)',
        'findInvoiceId(entry.work) !== undefined',
      ],
    ],
    killer: 'web/src/outbox/refused-deal.test.ts',
  },
  {
    name: 'a photo that is sealed while old photos are looked for is deleted',
    file: 'web/src/outbox/reconciliation/delete-old.ts',
    edits: [
      ['  const photoIds = await rows.listPhotoIds()\n', ''],
      [
        'photoIds.filter((id) => !isNeeded(id))',
        '(await rows.listPhotoIds()).filter((id) => !isNeeded(id))',
      ],
    ],
    killer: 'web/src/outbox/reconciliation/delete-old.test.ts',
  },
]
