/** Bugs in deals, orders, customers and the contract, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenDeal2 = [
  {
    name: 'the address of the second photo is not sent',
    file: 'domain/src/work.ts',
    edits: [
      [
        'packet === sentPacket && receipt === sentReceipt',
        'packet === sentPacket || receipt === sentReceipt',
      ],
    ],
    killer: 'domain/src/work.test.ts',
  },
  {
    name: 'a cash payment does not name its order',
    file: 'domain/src/work.ts',
    edits: [
      [
        "record: ({ payment }, { orderId }) =>\n      toCall('recordCashPayment', { ...payment, order_id: orderId })",
        "record: ({ payment }) => toCall('recordCashPayment', payment)",
      ],
    ],
    killer: 'domain/src/work.test.ts',
  },
  {
    name: 'sums of a damaged deal have float errors',
    file: 'domain/src/deal/damaged/sums.ts',
    edits: [
      [
        'Math.round(lines.reduce<number>((sum, line) => sum + value(line), 0) * 100) / 100',
        'lines.reduce<number>((sum, line) => sum + value(line), 0)',
      ],
    ],
    killer: 'domain/src/deal/damaged.test.ts',
  },
  {
    name: 'midnight in India belongs to the day before',
    file: 'domain/src/customer.ts',
    edits: [['const INDIA_OFFSET_MS = 330 * 60_000', 'const INDIA_OFFSET_MS = 300 * 60_000']],
    killer: 'domain/src/customer.test.ts',
  },
  {
    name: 'one customer is the first of the list',
    file: 'domain/src/customer.ts',
    edits: [['customers.find((customer) => customer.id === id)', 'customers[0]']],
    killer: 'domain/src/customer.test.ts',
  },
  {
    name: 'a longer number is searched only among the customers that the shorter one found',
    file: 'domain/src/customer/search.ts',
    edits: [
      ['query.startsWith(last.query) && ONLY_WORDS.test(query)', 'query.startsWith(last.query)'],
    ],
    killer: 'domain/src/customer/search.test.ts',
  },
  {
    name: 'a search for the start of a number drops the 91 that it begins with',
    file: 'domain/src/customer/search.ts',
    edits: [['/^(?:91|0)(?=\\d{10}$)/', '/^(?:91|0)/']],
    killer: 'domain/src/customer/search.test.ts',
  },
  {
    name: 'a landline gets a link to WhatsApp',
    file: 'domain/src/customer/contact.ts',
    edits: [['digits.length > 10 ?', 'digits.length >= 10 ?']],
    killer: 'domain/src/customer/contact.test.ts',
  },
  {
    name: 'the last of two records with one id counts',
    file: 'domain/src/api/wire.ts',
    edits: [
      ['if (!byKey.has(key)) byKey.set(key, result.output)', 'byKey.set(key, result.output)'],
    ],
    killer: 'domain/src/api/wire.test.ts',
  },
  {
    name: 'an id with leading zeros becomes another id',
    file: 'domain/src/api/wire.ts',
    edits: [['/^(?:0|[1-9]\\d{0,14})$/', '/^\\d{1,15}$/']],
    killer: 'domain/src/api/wire.test.ts',
  },
  {
    name: 'a digest loses leading zeros',
    file: 'domain/src/api/reconciliation.ts',
    edits: [[".toString(16).padStart(8, '0')", '.toString(16)']],
    killer: 'domain/src/api/reconciliation.test.ts',
  },
  {
    name: 'the first retry waits as long as the second',
    file: 'domain/src/api/timings.ts',
    edits: [['timing.retryDelaysMs[failures - 1]', 'timing.retryDelaysMs[failures]']],
    killer: 'domain/src/api/timings.test.ts',
  },
]
