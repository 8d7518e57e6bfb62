/** Bugs that show only when the clock of the phone is wrong, or was set right. */

const killer = 'simulation'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const clockMutants = [
  {
    name: 'the clock of the phone decides which sent work is too old to be stored',
    file: 'web/src/outbox/reconciliation/delete-old.ts',
    edits: [
      [
        "import { visitOfPhoto } from '../../storage/collections/photos.ts'",
        "import { visitOfPhoto } from '../../storage/collections/photos.ts'\nimport { environment } from '../../lib/environment.ts'",
      ],
      ['const now = Date.parse(at)', 'const now = at === undefined ? 0 : environment().now()'],
    ],
    killer: 'web/src/outbox/reconciliation/sent-storage.test.ts',
  },
  {
    name: 'an invoice id with the time of 1970 is refused',
    file: 'domain/src/invoice.ts',
    edits: [['\\d{1,16}', '\\d{13,16}']],
    killer,
  },
  {
    name: 'the measured clock is a minute off',
    file: 'web/src/state/clock-offset.ts',
    edits: [
      ['servedAt - (sentAt + arrivedAt) / 2', 'servedAt + 60_000 - (sentAt + arrivedAt) / 2'],
    ],
    killer: 'simulation',
  },
  {
    name: 'an answer from before the clock was set back is shown until its time comes again',
    file: 'web/src/api/query-client.ts',
    edits: [['state.dataUpdatedAt > Date.now() ? NEVER_FRESH : ms', 'ms']],
    killer: 'web/src/api/set-back-clock.test.tsx',
  },
]
