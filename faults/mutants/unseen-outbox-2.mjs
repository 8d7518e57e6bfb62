/** Bugs in the outbox, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOutbox2 = [
  {
    name: 'an export with unreadable rows has the version that older servers import',
    file: 'web/src/outbox/deals-export.ts',
    edits: [
      [
        'version: rows.length > 0 ? UNREADABLE_FILE_VERSION : DEALS_FILE_VERSION',
        'version: DEALS_FILE_VERSION',
      ],
    ],
    killer: 'web/src/outbox/deals-export.test.ts',
  },
  {
    name: 'an export names a photo by an address of this page',
    file: 'web/src/outbox/deals-export.ts',
    edits: [
      [
        "const settlement = { ...record, ...(isOnlyHere && { hair_photo_url: '' }) }",
        'const settlement = record',
      ],
    ],
    killer: 'web/src/outbox/deals-export.test.ts',
  },
  {
    name: 'a cash payment at a plain portal stays on the phone',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [["!(work.kind === 'settlement' && staysHere)", '!staysHere']],
    killer: 'web/src/features/deal/complete-deal.test.ts',
  },
  {
    name: 'the differences of a received deal are lost',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [['{ receivedAt, ...(differences && { differences }) }', '{ receivedAt }']],
    killer: 'web/src/outbox/stores/received-store.test.ts',
  },
  {
    name: 'a deal is stored although its photo is gone',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [
      [
        '    if (entry) await requirePhotos(entry, photos.has)\n',
        '    if (entry) void requirePhotos(entry, photos.has)\n',
      ],
    ],
    killer: 'web/src/outbox/stores/photo-store.test.ts',
  },
  {
    name: 'an entry with a later photo says that older servers can take it',
    file: 'web/src/outbox/stores/later-photo-store.ts',
    edits: [['    version: LATER_PHOTO_VERSION,\n', '']],
    killer: 'web/src/outbox/stores/later-photo-store.test.ts',
  },
  {
    name: 'a bad photo stays on the phone after it was replaced',
    file: 'web/src/outbox/stores/later-photo-store.ts',
    edits: [['      await photos.delete(bad.id)\n', '']],
    killer: 'web/src/outbox/stores/later-photo-store.test.ts',
  },
  {
    name: 'a screen shows the oldest photo of a visit',
    file: 'web/src/outbox/stores/photo-store.ts',
    edits: [['b.takenAt - a.takenAt', 'a.takenAt - b.takenAt']],
    killer: 'web/src/outbox/transport/photo-transport.test.ts',
  },
  {
    name: 'the bytes of a photo are deleted before its sealed copy is stored',
    file: 'web/src/outbox/transport/photo-transport.ts',
    edits: [['await deps.storeSentPhoto(photo)', 'void deps.storeSentPhoto(photo)']],
    killer: 'web/src/outbox/transport/sealed-before-deleted.test.ts',
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
    name: 'calls that reach their time limit do not become smaller',
    file: 'web/src/outbox/passes/batch-size.ts',
    edits: [
      ["failure?.kind === 'network' || failure?.kind === 'timeout'", "failure?.kind === 'network'"],
    ],
    killer: 'web/src/outbox/passes/batch-size.test.ts',
  },
  {
    name: 'the entry of a received deal counts as damaged',
    file: 'web/src/outbox/find-unreadable.ts',
    edits: [['outbox.filter(([key]) => !isReceived(found.deals.get(key)))', 'outbox']],
    killer: 'web/src/outbox/find-unreadable.test.ts',
  },
]
