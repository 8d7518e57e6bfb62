/** Bugs that the counting and the adoption of damaged work could have, one at a time. */

const FIND_UNREADABLE = 'web/src/outbox/find-unreadable.ts'
const COUNTS = 'web/src/outbox/counts.ts'
const EARLIER_WORK = 'server/src/ops/import/deals/earlier-work-store.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const adoptMutants = [
  {
    name: 'rows that the app cannot read are not counted',
    file: COUNTS,
    edits: [["=== 'refused').length + unread.length", "=== 'refused').length"]],
    killer: 'unreadable rows',
  },
  {
    name: 'a row of nobody is shown to nobody',
    file: FIND_UNREADABLE,
    edits: [['owner === undefined || owner === own', 'owner === own']],
    killer: 'unreadable rows',
  },
  {
    name: 'the deal of a damaged entry does not tell whose the entry is',
    file: FIND_UNREADABLE,
    edits: [['[row, found.deals.get(key), found.outbox.get(key)]', '[row]']],
    killer: 'unreadable rows',
  },
  {
    name: 'an import refuses a deal with a customer whom the runner never had',
    file: 'server/src/customers/service.ts',
    edits: [['if (!isOffice && !(await', 'if (!(await']],
    killer: 'import of any owner',
  },
  {
    name: 'the order of a half-sent deal stays with the runner who did not make it',
    file: 'server/src/ops/import/deals/import-entry.ts',
    edits: [['await takeOverOrder(tx, runnerId, work)', 'undefined']],
    killer: 'import of any owner',
  },
  {
    name: 'an import stores again what counts for another runner',
    file: 'server/src/ops/import/deals/import-entry.ts',
    edits: [['const runnerId = stored?.id ?? maker', 'const runnerId = maker']],
    killer: 'import of any owner',
  },
  {
    name: 'a deal can be adopted after it was recorded',
    file: EARLIER_WORK,
    edits: [
      [
        'eq(reservedDeals.invoiceId, invoiceId))) > 0)\n    return true',
        'eq(reservedDeals.invoiceId, invoiceId))) > 0)\n    return false',
      ],
    ],
    killer: 'adopted deals',
  },
  {
    name: 'an adopted deal has no flag',
    file: 'server/src/deals/check-deal.ts',
    edits: [['flags: [...flags, ...ofOffice]', 'flags']],
    killer: 'adopted deals',
  },
  {
    name: 'a phone that can send an adopted deal again is refused',
    file: 'server/src/work/record-work.ts',
    edits: [['(await receiveAdopted(tx, own)) ?? ', '']],
    killer: 'adopted deals',
  },
  {
    name: 'rows that contradict each other are not asked about',
    file: 'domain/src/deal/damaged/read-fields.ts',
    edits: [['usable.length > 1 && !NOT_COMPARED.includes(field)', 'false']],
    killer: 'damaged rows',
  },
]
