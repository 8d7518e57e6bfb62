/** Bugs that the phone could have with the second copy of its work, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const secondCopyMutants = [
  {
    name: 'simulated copies: no copy is made before the next start',
    file: 'web/src/storage/engine.ts',
    edits: [['      if (!isUncopied) copies.add(changed)\n', '']],
    killer: 'simulation',
  },
  {
    name: 'simulated copies: a lost row does not come back',
    file: 'web/src/storage/restore.ts',
    edits: [["!isFurther(copy, stored)) return '", "stored === undefined) return '"]],
    killer: 'simulation',
  },
  {
    name: 'simulated copies: a start copies no row whose copy is missing',
    file: 'web/src/storage/update-copies.ts',
    edits: [
      ['uncopied.filter((key) => !copied.has(key)).map(', 'uncopied.filter(() => false).map('],
    ],
    killer: 'simulation',
  },
  {
    name: 'simulated copies: the copy of a deleted row stays and brings it back',
    file: 'web/src/storage/second-copy.ts',
    edits: [['          await cache.delete(addressOf(name))\n', '']],
    killer: 'simulation',
  },
  {
    name: 'simulated copies: one unreadable copy prevents the restore of all others',
    file: 'web/src/storage/restore.ts',
    edits: [["    reportProblem('A copy was not restored', error)\n", '    throw error\n']],
    killer: 'simulation',
  },
  {
    name: 'simulated copies: a page that restores an entry does not make its deal',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [['    if (count > 0) await storeLostDeals()\n', '']],
    killer: 'simulation',
  },
  {
    name: 'no second copy is made',
    file: 'web/src/storage/engine.ts',
    edits: [['      if (!isUncopied) copies.add(changed)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'a row is deleted before its copy, and is restored when the phone dies in between',
    file: 'web/src/storage/engine.ts',
    edits: [['    await copies.remove(deletes)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'second copy: a cut one stays cut',
    file: 'web/src/storage/restore.ts',
    edits: [['  if (isThere) copies.add([name])\n', '']],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'second copy: the cut copy of a lost photo stays for ever',
    file: 'web/src/storage/restore.ts',
    edits: [
      [
        '  if (isThere === false && error instanceof CutCopyError) await copies.remove([name])\n',
        '',
      ],
    ],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'second copy: one that is older than its row stays old',
    file: 'web/src/storage/restore.ts',
    edits: [
      ['stored !== undefined && isFurther(stored, copy)) copies', 'stored === undefined) copies'],
    ],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'the only copy of a photo is deleted on a full phone',
    file: 'web/src/storage/second-copy.ts',
    edits: [['filter((_, at) => isPresent[at])', 'filter((_, at) => isPresent.length > at)']],
    killer: 'second copy',
  },
  {
    name: 'one unreadable copy prevents the restore of all others',
    file: 'web/src/storage/restore.ts',
    edits: [["    reportProblem('A copy was not restored', error)\n", '    throw error\n']],
    killer: 'second copy',
  },
  {
    name: 'work that the server has is restored and sent again',
    file: 'web/src/storage/restore.ts',
    edits: [['  if (rules.endedBy) await deleteEnded(collection, rules.endedBy, deps)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'stranded deal: the copy of an entry does not wait for that of its deal',
    file: 'web/src/storage/copy-rows.ts',
    edits: [['if (isEarly || tried.has(change)', 'if (tried.has(change)']],
    killer: 'web/src/storage/restore-received.test.ts',
  },
  {
    name: 'stranded deal: the copy of an entry is deleted although its deal is lost',
    file: 'web/src/storage/copy-rows.ts',
    edits: [
      [
        '(endedBy === undefined || isFinal(endedBy, deps))',
        '(!endedBy || endedBy.key !== deps.cacheName)',
      ],
    ],
    killer: 'second copy',
  },
  {
    name: 'stranded deal: a start leaves the older copy of a received deal',
    file: 'web/src/storage/restore.ts',
    edits: [
      ['  by,\n  { ...ended, isDeleted: true, endedBy: by },', '  { ...ended, isDeleted: true },'],
    ],
    killer: 'web/src/storage/restore-received.test.ts',
  },
  {
    name: 'stranded deal: the copy of an entry is deleted before its deal is received',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [
      ['isDealReceived(entry) && entry.visitId !== undefined', 'isDealReceived(entry) && !entry'],
    ],
    killer: 'web/src/storage/restore-received.test.ts',
  },
  {
    name: 'stranded deal: the entry of a received deal comes back',
    file: 'web/src/storage/restore.ts',
    edits: [["    if (end) return 'not restored'\n", '']],
    killer: 'web/src/storage/restore-ended.test.ts',
  },
  {
    name: 'stranded deal: a copy with more steps brings back an entry that another tab has deleted',
    file: 'web/src/storage/restore.ts',
    edits: [['(now === undefined) === (stored === undefined) && isFurther(', 'isFurther(']],
    killer: 'web/src/storage/restore-ended.test.ts',
  },
  {
    name: 'stranded deal: an entry comes back whose deal another tab marks as received meanwhile',
    file: 'web/src/storage/restore.ts',
    edits: [[' || (await findEnd(copy, name, deps)) !== undefined)', ')']],
    killer: 'web/src/storage/restore-ended.test.ts',
  },
  {
    name: 'stranded deal: a new deal is copied before what sends it',
    file: 'web/src/storage/collections/deals.ts',
    edits: [["    copiedAfter: (visitId) => ({ collection: 'outbox', key: visitId }),\n", '']],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'stranded deal: a deal whose entry cannot be copied gets no copy',
    file: 'web/src/storage/copy-rows.ts',
    edits: [
      [' && change.isDeleted !== true && !tried.has(change)', ' && change.isDeleted !== true'],
    ],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'stranded deal: a sender receives an entry and forgets its lost deal',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [['        if (stored) await putLostDeal(stored, deals)\n', '']],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'stranded deal: a sender writes the deal of a runner who has signed out',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [
      [
        '        if (stored) await putLostDeal(stored, deals)\n',
        '        await putLostDeal(entry, deals)\n',
      ],
    ],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'stranded deal: a lost deal replaces a row of a newer release',
    file: 'web/src/outbox/stores/lost-deals.ts',
    edits: [['!(await deals.has(deal.visitId))', '!(await deals.get(deal.visitId))']],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'stranded deal: a page that restores an entry does not make its deal',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [['    if (count > 0) await storeLostDeals()\n', '']],
    killer: 'web/src/outbox/restored-work.test.ts',
  },
  {
    name: 'a row that another tab deletes while it is restored comes back',
    file: 'web/src/storage/second-copy.ts',
    edits: [
      ['(work: () => Promise<T>) => aloneOrLate(deps, work)', '(work: () => Promise<T>) => work()'],
    ],
    killer: 'restore in two tabs',
  },
  {
    name: 'a part of a photo is restored as the photo',
    file: 'web/src/storage/collections/photos.ts',
    edits: [["bytes === undefined || sha256 === ''", "bytes !== undefined || sha256 === ''"]],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'an entry that another tab restored late is not sent',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [['if (count > 0 || isLate) wake()', 'if (count > 0) wake()']],
    killer: 'restored work',
  },
  {
    name: 'a full phone does not get back what its database has lost',
    file: 'web/src/storage/restore.ts',
    edits: [
      ['onFullAgain(write, deps.makeFreeSpace)', 'write()'],
      ['import { isFull, onFullAgain } from', 'import { isFull } from'],
    ],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'a database that is refused for a moment is not opened again',
    file: 'web/src/storage/database.ts',
    edits: [['const REFUSED_MS = [100, 400, 1_500]', 'const REFUSED_MS: number[] = []']],
    killer: 'web/src/storage/database.test.ts',
  },
  {
    name: 'an older copy with more finished steps replaces an entry that is sent again',
    file: 'web/src/storage/collections/outbox.ts',
    edits: [
      [
        'return [takenBackAt, later.reduce((sum, number) => sum + number, 0), steps]',
        'return [steps, takenBackAt, later.reduce((sum, number) => sum + number, 0)]',
      ],
    ],
    killer: 'web/src/storage/collections/outbox.test.ts',
  },
]
