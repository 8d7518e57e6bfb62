/** Bugs with the storage of another release: its move into the bucket, and its rows. One at a time. */

const move = 'web/src/storage/move-defaults.ts'
const killer = 'move into the bucket'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const movedStorageMutants = [
  {
    name: 'an old row is deleted before the bucket has it',
    file: move,
    edits: [
      [
        'await putFurther(store, key, copy ?? row, to)',
        'void putFurther(store, key, copy ?? row, to).catch(() => {})',
      ],
    ],
    killer,
  },
  {
    name: 'an entry moves before its photos',
    file: move,
    edits: [
      [
        '[...from.objectStoreNames].toSorted(byImportance)',
        '[...from.objectStoreNames].toSorted()',
      ],
    ],
    killer,
  },
  {
    name: 'a full phone shows no work, because none has moved',
    file: move,
    edits: [
      ['    if (!isFull(error) || (await hasRows(to, stores))) throw error\n', '    throw error\n'],
    ],
    killer,
  },
  {
    name: 'a row that another tab has changed meanwhile is deleted',
    file: move,
    edits: [['now === undefined || isSameRow(now, row)', 'true']],
    killer,
  },
  {
    name: 'an older row replaces the one in the bucket',
    file: move,
    edits: [['isFurther?.(row, present)', 'isFurther']],
    killer,
  },
  {
    name: 'a frozen tab holds up every start',
    file: move,
    edits: [["'veni-move', { signal }, move", "'veni-move', move"]],
    killer,
  },
  {
    name: 'the browser may clear the bucket when the phone runs short',
    file: 'web/src/storage/bucket.ts',
    edits: [['await found.persist()', 'true']],
    killer,
  },
  {
    name: 'an old copy brings a row back that was sent and deleted',
    file: move,
    edits: [['  await copies?.delete(address)\n', '']],
    killer,
  },
  {
    name: 'a move loses the last writes, which only the copy has',
    file: move,
    edits: [['return isFurther(copied, row) ? copied : undefined', 'return undefined']],
    killer,
  },
  {
    name: 'a move deletes a photo that could not be read now and has no copy',
    file: move,
    edits: [
      [
        '    if (await copies?.match(address)) await from.delete(store, key)',
        '    await from.delete(store, key)',
      ],
    ],
    killer,
  },
  {
    name: 'a change of a row loses what a newer release has added to it',
    file: 'web/src/storage/transaction.ts',
    edits: [['withOtherFields(parsed.output, row)', 'parsed.output']],
    killer: 'web/src/outbox/stores/entry-store.test.ts',
  },
]
