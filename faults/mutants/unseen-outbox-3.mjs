/** Bugs in the outbox, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOutbox3 = [
  {
    name: 'a received order has the version of the unsent one',
    file: 'web/src/outbox/stores/single-order-store.ts',
    edits: [
      [
        'await visits.put(key, toRow(entry, row))',
        'await visits.put(key, { ...row!, value: entry })',
      ],
    ],
    killer: 'web/src/outbox/stores/single-order-store.test.ts',
  },
  {
    name: 'the bytes of a photo are deleted before its sealed copy is stored',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [['await deps.storeSentPhoto(', 'void deps.storeSentPhoto(']],
    killer: 'web/src/outbox/transport/sealed-before-deleted.test.ts',
  },
  {
    name: 'an upload with other bytes is continued for ever',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [
      ['  await changePhoto(photo.id, (stored) => ({ ...stored, uploadId: undefined }))\n', ''],
    ],
    killer: 'web/src/outbox/transport/photo-transport.test.ts',
  },
  {
    name: 'an upload that the server deleted as expired stops the photo',
    file: 'web/src/outbox/transport/tus.ts',
    edits: [['reply.status === 404 || reply.status === 410', 'reply.status === 404']],
    killer: 'web/src/outbox/transport/photo-transport-resume.test.ts',
  },
  {
    name: 'a lost session of the first photo is hidden by the second photo',
    file: 'web/src/outbox/transport/transport.ts',
    edits: [
      [
        'failures.find(isSignedOut) ?? failures.find(isRefusal) ?? failures.at(-1)',
        'failures.at(-1)',
      ],
    ],
    killer: 'web/src/outbox/transport/transport.test.ts',
  },
  {
    name: 'seconds to wait are taken as milliseconds',
    file: 'web/src/outbox/transport/work-at-once.ts',
    edits: [['retryAfterMs: retry_after_s * 1_000', 'retryAfterMs: retry_after_s']],
    killer: 'web/src/outbox/transport/work-at-once.test.ts',
  },
  {
    name: 'a refused status does not say what the office has',
    file: 'web/src/outbox/transport/work-at-once.ts',
    edits: [['body: JSON.stringify({ error, office })', 'body: JSON.stringify({ error })']],
    killer: 'web/src/screens/visit/status-conflict.test.tsx',
  },
  {
    name: 'the wait that an intermediary asks for is ignored',
    file: 'web/src/outbox/transport/refusals.ts',
    edits: [['retryAfterMs > 0 ? { retryAfterMs } : {}', '{}']],
    killer: 'web/src/outbox/passes/retry-after.test.ts',
  },
  {
    name: 'the browser is asked only once to send in the background',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [['  isSyncRegistered = false\n  await registerSync()', '  await registerSync()']],
    killer: 'web/src/outbox/background-sync.test.ts',
  },
  {
    name: 'calls that reach their time limit do not become smaller',
    file: 'web/src/outbox/passes/batch-size.ts',
    edits: [
      ["failure?.kind === 'network' || failure?.kind === 'timeout'", "failure?.kind === 'network'"],
    ],
    killer: 'web/src/outbox/passes/batch-size.test.ts',
  },
  {
    name: 'a received order waits for no restore of its row',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [
      [
        "  if (entries.some(({ work }) => work.kind === 'single-order')) await whenOrdersRestored()\n",
        '',
      ],
    ],
    killer: 'web/src/outbox/stores/single-order-store.test.ts',
  },
  {
    name: 'the entry of a received deal counts as damaged',
    file: 'web/src/outbox/find-unreadable.ts',
    edits: [['outbox.filter(([key]) => !isReceived(found.deals.get(key)))', 'outbox']],
    killer: 'web/src/outbox/find-unreadable.test.ts',
  },
]
