/** Bugs that the phone could have when several runners share it, one at a time. */

const seal = 'web/src/storage/sealed/seal-rows.ts'
const open = 'web/src/storage/sealed/open-rows.ts'
const clear = 'web/src/state/clear-phone.ts'
const keys = 'web/src/state/sealing-keys.ts'
const killer = 'sealing'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const sharedPhoneMutants = [
  {
    name: 'a sign-out from a phone too full to restore a lost deal counts as finished',
    file: seal,
    edits: [['if (copy.owner === undefined || (await', 'if (false && (await']],
    killer,
  },
  {
    name: 'a phone is emptied while it is too full to restore a lost deal',
    file: 'web/src/storage/sealed/readable-rows.ts',
    edits: [['left.length > 0 || ', '']],
    killer,
  },
  {
    name: 'a deal is sealed before its entry, and a reply in between is lost',
    file: seal,
    edits: [['sealedCollections.toReversed()', 'sealedCollections']],
    killer,
  },
  {
    name: 'one unreadable photo stops the sealing of all rows',
    file: seal,
    edits: [["    reportProblem('A row was not sealed', error)\n", '    throw error\n']],
    killer,
  },
  {
    name: 'a row that could not be sealed is reported as sealed',
    file: seal,
    edits: [['  if (failures.length > 0) throw failures[0]\n', '']],
    killer,
  },
  {
    name: 'a photo from before the sign-in stays readable',
    file: seal,
    edits: [[' || (await isOfSealedDeal(collection, key, row, publicKey))', '']],
    killer,
  },
  {
    name: 'a photo of nobody keeps the phone from being cleared',
    file: clear,
    edits: [['  await deleteOwnerlessPhotos()\n', '']],
    killer,
  },
  {
    name: 'sealed work has no second copy',
    file: seal,
    edits: [['(isNeeded?.(row) ?? true) && finalAt?.(row) === undefined', 'false']],
    killer,
  },
  {
    name: 'an entry comes back without its photo, and the deal is sent without it',
    file: open,
    edits: [['return opened && !isHeld(opened, opening) ? opened : undefined', 'return opened']],
    killer,
  },
  {
    name: "another phone of the same demo runner gets the runner's rows",
    file: open,
    edits: [
      [
        'return isOf(owner, row) ? { name, collection, key, row, bytes } : undefined',
        'return { name, collection, key, row, bytes, owner } as OpenedRow',
      ],
    ],
    killer,
  },
  {
    name: 'a sealed row is forgotten although it could not be stored',
    file: open,
    edits: [
      [
        'await restore([one]).catch(hold(one.key))',
        'await restore([one]).catch(() => sealedStorage.rows.delete(one.name))',
      ],
    ],
    killer,
  },
  {
    name: "another runner's sign-in leaves the last runner's work readable",
    file: keys,
    edits: [['  if (others.length > 0) addLeaving(others)\n', '']],
    killer,
  },
  {
    name: 'a sign-out seals nothing',
    file: 'web/src/state/session.ts',
    edits: [['[...readLeaving(), ...owners]', '[...readLeaving()]']],
    killer,
  },
  {
    name: "a sign-out deletes another runner's open visit",
    file: 'web/src/storage/sealed/readable-rows.ts',
    edits: [['(name) => collections[name].secondCopy,', '(name) => collections[name].isSealed,']],
    killer,
  },
  {
    name: 'a photo that is ready after the sign-out is stored for nobody',
    file: 'web/src/features/photo/store-photo.ts',
    edits: [['await storePhoto(stored, () => requireOwner(takenBy))', 'await storePhoto(stored)']],
    killer: 'photo field',
  },
  {
    name: 'a deal that a slow phone stores after the sign-out stays readable',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [['    requireOwner()\n', '']],
    killer: 'web/src/late-writes.test.ts',
  },
  {
    name: 'a status that a slow phone stores after the sign-out stays readable',
    file: 'web/src/outbox/stores/entry-store.ts',
    edits: [['    requireOwner()\n', '']],
    killer: 'web/src/late-writes.test.ts',
  },
  {
    name: 'a list that a slow phone stores after the sign-out stays readable',
    file: 'web/src/state/snapshots.ts',
    edits: [['        requireOwner(runner)\n', '']],
    killer: 'web/src/late-writes.test.ts',
  },
  {
    name: 'a second tab deletes the photos of the deal that the first one has completed',
    file: 'web/src/features/deal/complete-deal.ts',
    edits: [['if (stored === deal)', 'if (stored)']],
    killer: 'web/src/features/deal/complete-deal.test.ts',
  },
  {
    name: 'a tap after the idle time keeps the app open',
    file: 'web/src/features/sign-in/hide-when-idle.ts',
    edits: [
      [
        'function noteUse(idleMs: number): void {\n  hideIfDue()\n',
        'function noteUse(idleMs: number): void {\n  localStorage.removeItem(HIDE_AT_KEY)\n',
      ],
    ],
    killer: 'hide when idle',
  },
  {
    name: 'a hidden app shows itself when the clock is set back',
    file: 'web/src/features/sign-in/hide-when-idle.ts',
    edits: [["  writeText(localStorage, HIDE_AT_KEY, '0')\n", '']],
    killer: 'hide when idle',
  },
  {
    name: 'a hidden app shows itself without network after any six digits',
    file: 'web/src/api/sign-in.ts',
    edits: [['isHidden() || !(', '!(']],
    killer: 'hide when idle',
  },
  {
    name: "a question with a customer's name stays over the hidden app",
    file: 'web/src/features/sign-in/hide-when-idle.ts',
    edits: [['  pendingConfirm.get()?.answer()\n', '']],
    killer: 'hide when idle',
  },
  {
    name: 'sealed rows are opened before all are restored',
    file: open,
    edits: [['  await whenRestored()\n', '']],
    killer,
  },
  {
    name: 'a delivery is sent before its deal',
    file: open,
    edits: [
      ['heldCustomers.add(customerId)', 'heldVisits.add(visitId)'],
      [
        'heldCustomers.has((row as EntryRow).customerId',
        'heldVisits.has((row as EntryRow).visitId',
      ],
    ],
    killer,
  },
  {
    name: 'a thawed tab seals what the runner does now',
    file: seal,
    edits: [["      if (isBack()) throw new Error('The runner is back')\n", '']],
    killer,
  },
  {
    name: 'rows that have not moved stay readable after the sign-out',
    file: clear,
    edits: [
      ["  if (bucket.hasUnmoved()) throw new Error('Rows are still in the default storage')\n", ''],
    ],
    killer,
  },
  {
    name: 'a sign-out shows a hidden app',
    file: 'web/src/state/session.ts',
    edits: [
      [
        '  if (!isHidden()) localStorage.removeItem(HIDE_AT_KEY)\n',
        '  localStorage.removeItem(HIDE_AT_KEY)\n',
      ],
    ],
    killer: 'hide when idle',
  },
  {
    name: 'a delivery comes back although the entry of its deal did not fit',
    file: open,
    edits: [["  if (collection === 'outbox') return openEntries(keys, readFree)\n", '']],
    killer,
  },
  {
    name: 'a late answer to the request for a code brings back the number after a sign-out',
    file: 'web/src/features/sign-in/code-request.ts',
    edits: [['  if (!session.get()) codeRequest.set(undefined)\n', '']],
    killer: 'web/src/features/sign-in/code-request.test.ts',
  },
]
