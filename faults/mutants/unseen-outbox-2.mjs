/** Bugs in the outbox, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOutbox2 = [
  {
    name: 'an entry that changes while the list is read shows its old state',
    file: 'web/src/outbox/shown-entries.ts',
    edits: [
      ['    this.#changed.clear()\n    await session.refresh()', '    await session.refresh()'],
      [
        '    this.#heads = new Map(listed.map((head) => [head.id, head]))',
        '    this.#heads = new Map(listed.map((head) => [head.id, head]))\n    this.#changed.clear()',
      ],
    ],
    killer: 'web/src/outbox/shown-entries.test.ts',
  },
  {
    name: 'a long list is drawn only hours later when the clock was set back',
    file: 'web/src/outbox/shown-entries.ts',
    edits: [['Math.min(pause, shownAt + pause - clock.now())', 'shownAt + pause - clock.now()']],
    killer: 'web/src/outbox/shown-entries.test.ts',
  },
  {
    name: 'demo deals count as unsent work',
    file: 'web/src/outbox/counts.ts',
    edits: [['!isDemo && receivedAt === undefined', 'receivedAt === undefined']],
    killer: 'web/src/outbox/counts.test.ts',
  },
  {
    name: 'an export with two photos is no JSON',
    file: 'web/src/outbox/deals-export.ts',
    edits: [["    separator = ','\n", '']],
    killer: 'web/src/outbox/deals-export.test.ts',
  },
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
    file: 'web/src/outbox/rebuild-entry.ts',
    edits: [["url.startsWith('blob:') ? '' : url", 'url']],
    killer: 'web/src/outbox/deals-export.test.ts',
  },
  {
    name: 'a cash payment at a plain portal stays on the phone',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [["!(entry.work.kind === 'settlement' && entry.staysHere)", '!entry.staysHere']],
    killer: 'web/src/features/deal/complete-deal.test.ts',
  },
  {
    name: 'the differences of a received deal are lost',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [['receivedAt, ...(differences && { differences }) }', 'receivedAt }']],
    killer: 'web/src/outbox/stores/received-store.test.ts',
  },
  {
    name: 'the newest records are missing in the copy in local storage',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [['.slice(-MIRRORED_RECORDS)', '.slice(0, MIRRORED_RECORDS)']],
    killer: 'web/src/features/deal/local-records.test.ts',
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
]
