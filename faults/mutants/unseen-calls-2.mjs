/** Bugs in the calls of the server, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenCalls2 = [
  {
    name: 'a location that is zero seconds old has no age',
    file: 'server/src/deals/deal-record.ts',
    edits: [['locationAgeS: age_s ?? null', 'locationAgeS: age_s || null']],
    killer: 'server/test/api/deals.test.ts',
  },
  {
    name: 'a location does not say why it is missing',
    file: 'server/src/deals/deal-record.ts',
    edits: [['    ...(locationGap !== null && { reason: locationGap }),\n', '']],
    killer: 'server/src/deals/deal-record.test.ts',
  },
  {
    name: 'a payment that comes after its adoption loses the flags',
    file: 'server/src/deals/adopted-deals.ts',
    edits: [
      [
        '    flags: addFlags(stored.flags, compare(toCashPayment(stored), payment, cashPaymentSchema)),',
        '    flags: compare(toCashPayment(stored), payment, cashPaymentSchema),',
      ],
    ],
    killer: 'server/src/ops/deals/adopt/sent-later.test.ts',
  },
  {
    name: 'a deal that was long on its way has unknown prices',
    file: 'server/src/price-changes/service.ts',
    edits: [
      [
        'findOldestContact(times).getTime()',
        'findOldestContact({ completedAt: receivedAt, receivedAt }).getTime()',
      ],
    ],
    killer: 'server/test/api/odd-deals.test.ts',
  },
  {
    name: 'a photo whose file was cut counts as received',
    file: 'server/src/deals/deal-photos.ts',
    edits: [['=== stored.bytes', '!== undefined']],
    killer: 'server/src/deals/deal-photos.test.ts',
  },
  {
    name: 'a cancelled order takes new amounts',
    file: 'server/src/orders/allowed-change.ts',
    edits: [
      [
        "const isFinal = order.status !== 'created'",
        "const isFinal = order.status === 'delivered'",
      ],
    ],
    killer: 'server/test/api/orders.test.ts',
  },
  {
    name: 'a repeat of a delivery delivers the customer again',
    file: 'server/src/orders/service.ts',
    edits: [
      [
        "order.status !== 'delivered' && body.status === 'delivered'",
        "body.status === 'delivered'",
      ],
    ],
    killer: 'server/test/api/orders.test.ts',
  },
  {
    name: 'a completed order shows its price instead of what was paid',
    file: 'server/src/orders/service.ts',
    edits: [
      [
        'order.actualAmountPaise ?? order.totalAmountPaise ?? 0',
        'order.totalAmountPaise ?? order.actualAmountPaise ?? 0',
      ],
    ],
    killer: 'server/test/api/orders.test.ts',
  },
  {
    name: 'a new hold without a date keeps the old follow-up',
    file: 'server/src/customers/to-change.ts',
    edits: [['    ...(isHold && { nextFollowup: update.next_followup ?? null }),\n', '']],
    killer: 'server/test/api/customers.test.ts',
  },
  {
    name: 'a full list leaves out own customers before free ones',
    file: 'server/src/customers/list-store.ts',
    edits: [['.orderBy(isLast, asc(customers.id))', '.orderBy(asc(customers.id))']],
    killer: 'server/test/api/bounded-lists.test.ts',
  },
  {
    name: 'a runner never gets a customer free after a change of the office',
    file: 'server/src/customers/store.ts',
    edits: [['{ officeChangedAt: null, ...change, updatedAt }', '{ ...change, updatedAt }']],
    killer: 'server/test/api/status-conflicts.test.ts',
  },
  {
    name: 'a change that is the same as that of the office is a conflict',
    file: 'server/src/customers/changed-by-office.ts',
    edits: [['      !isSame(change[field], customer[field]) &&\n', '']],
    killer: 'server/test/api/status-conflicts.test.ts',
  },
  {
    name: 'a conflict stays open after the runner has sent the status again',
    file: 'server/src/customers/conflicts.ts',
    edits: [
      [
        "      for (const one of sent) if ('seen' in one.work) await endConflictOfWork(tx, one, deps.now())\n",
        '',
      ],
    ],
    killer: 'server/test/api/status-conflicts.test.ts',
  },
  {
    name: 'a conflict is ended for the runner although the comments have changed',
    file: 'server/src/customers/conflicts.ts',
    edits: [
      [
        '  one.status === other.status &&\n  one.comments === other.comments &&\n',
        '  one.status === other.status &&\n',
      ],
    ],
    killer: 'server/src/ops/customers/conflicts-commands.test.ts',
  },
  {
    name: 'settled again counts hours instead of days',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['${days * 24}::integer', '${days}::integer']],
    killer: 'server/test/api/settled-again.test.ts',
  },
]
