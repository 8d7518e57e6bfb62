/** Bugs that show only when several phones, or two runners, have the same customer. */

const killer = 'simulation'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const phonesMutants = [
  {
    name: 'the first of two deals with a customer does not have the flag of the second',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['case when is_delivered then at + period else at end as latest', 'at as latest']],
    killer,
  },
  {
    name: 'a deal delivers a customer whom the office has given to another runner',
    file: 'server/src/customers/service.ts',
    edits: [
      ['  if (customer?.runnerId !== runnerId) return false\n', '  if (!customer) return false\n'],
    ],
    killer,
  },
  {
    name: 'a deal with a customer whom another runner has by now is refused',
    file: 'server/src/customers/service.ts',
    edits: [
      ['!isOffice && !(await hasEverBeenOpenTo(tx, runnerId, id))', '!isOffice && runnerId > 0'],
    ],
    killer,
  },
  {
    name: 'only the first phone that sends learns that the office has restored a backup',
    file: 'server/src/work/routes.ts',
    edits: [
      [
        'if (body.epoch !== undefined && body.epoch !== epoch)',
        'if (body.epoch !== undefined && body.epoch !== epoch && announced !== (announced = epoch))',
      ],
      [
        'export function registerWork',
        'let announced: string | undefined\n\nexport function registerWork',
      ],
    ],
    killer,
  },
]
