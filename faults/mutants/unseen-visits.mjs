/** Bugs in visits and the session, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenVisits = [
  {
    name: 'visits of a runner who signed out are stored for the next one',
    file: 'web/src/state/visit-rows.ts',
    edits: [
      [
        'if (!isStale && isOwn(key)) await visits.put(key, row)',
        'if (!isStale) await visits.put(key, row)',
      ],
    ],
    killer: 'web/src/state/visit-rows.test.ts',
  },
  {
    name: 'an older change of a visit replaces a newer one',
    file: 'web/src/state/visit-rows.ts',
    edits: [
      [
        'stored !== undefined && stored.version > row.version',
        'stored === undefined && row.version < 0',
      ],
    ],
    killer: 'web/src/state/restore-visits.test.ts',
  },
  {
    name: 'a visit that did not fit on the disk is not written again',
    file: 'web/src/state/visit-rows.ts',
    edits: [
      ['    for (const [key, row] of rows) if (!unwritten.has(key)) unwritten.set(key, row)\n', ''],
    ],
    killer: 'web/src/state/visit-rows.test.ts',
  },
  {
    name: 'a visit is not written when the phone locks the screen',
    file: 'web/src/state/visit-rows.ts',
    edits: [
      ["  if (document.visibilityState === 'hidden') return flush()\n", ''],
      ["document.addEventListener('visibilitychange', flush)\n", ''],
    ],
    killer: 'web/src/state/visit-rows.test.ts',
  },
  {
    name: 'the next customer inherits the order',
    file: 'web/src/state/visit.ts',
    edits: [
      [
        '  storeOrderId(undefined)\n  const visit = restoreVisit(customer)',
        '  const visit = restoreVisit(customer)',
      ],
    ],
    killer: 'web/src/state/visit.test.ts',
  },
  {
    name: 'the order of an earlier visit is stored in the visit that is open',
    file: 'web/src/state/visit.ts',
    edits: [['  if (current && current.id !== visitId) return\n', '']],
    killer: 'web/src/state/visit.test.ts',
  },
  {
    name: 'a closed visit is open again in another tab',
    file: 'web/src/state/visit.ts',
    edits: [['  storeVisitRow(visitKey(customerId), { version: nextVersion() })\n', '']],
    killer: 'web/src/state/restore-visits.test.ts',
  },
  {
    name: 'the age of a stored answer is that of its last change',
    file: 'web/src/state/snapshots.ts',
    edits: [
      [
        "const storedAt = typeof confirmedAt === 'number' ? confirmedAt : stored.savedAt",
        'const storedAt = stored.savedAt',
      ],
    ],
    killer: 'web/src/state/snapshots.test.ts',
  },
  {
    name: 'the whole time of a call counts as an error of the clock',
    file: 'web/src/state/clock-offset.ts',
    edits: [['servedAt - (sentAt + arrivedAt) / 2', 'servedAt - sentAt']],
    killer: 'web/src/state/clock-offset.test.ts',
  },
  {
    name: 'a tab asks for a sign-in that another tab has made',
    file: 'web/src/state/session.ts',
    edits: [
      [
        '    else if (event.key === SESSION_KEY && event.newValue !== null) signInNeeded.set(false)\n',
        '',
      ],
    ],
    killer: 'web/src/state/session.test.ts',
  },
  {
    name: 'a runner who signs in again loses the work to the seal',
    file: 'web/src/state/clear-phone.ts',
    edits: [['if (leaving !== owner()) await clear(leaving)', 'await clear(leaving)']],
    killer: 'web/src/state/clear-phone.test.ts',
  },
  {
    name: 'typed fields of one runner show for the next',
    file: 'web/src/state/typed-fields.ts',
    edits: [['session.subscribe(() => stores.clear())\n', '']],
    killer: 'web/src/state/visit-rows.test.ts',
  },
  {
    name: 'a deal that was completed elsewhere leaves its visit open',
    file: 'web/src/state/restore-visits.ts',
    edits: [
      [
        '    if (visit && (await isDone(visit.id)) && activeVisit.get()?.id === visit.id) closeVisit()\n',
        '',
      ],
    ],
    killer: 'web/src/state/restore-visits.test.ts',
  },
]
