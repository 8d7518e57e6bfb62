/** Bugs of the server, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const serverMutants = [
  {
    name: 'calls of one runner that arrive together are counted as one',
    file: 'server/src/limits/count-together.ts',
    edits: [['(calls.get(key) ?? 0) + 1)', '1)']],
    killer: 'limits of calls',
  },
  {
    name: 'a call without a session counts for nobody',
    file: 'server/src/limits/guard-call.ts',
    edits: [['      if (error instanceof AppError) await app.callLimits.address(request)\n', '']],
    killer: 'limits of calls',
  },
  {
    name: 'check-then-insert: a duplicate in progress is not refused',
    file: 'server/src/idempotency/store.ts',
    edits: [['where pg_try_advisory_xact_lock(${runnerId}::integer, hashtext(key))', '']],
    killer: 'idempotency',
  },
  {
    name: 'acknowledged before the commit',
    file: 'server/src/db/transact.ts',
    edits: [
      [
        'return await db.transaction(work)',
        'return await beforeCommit((run) => db.transaction(run), work)',
      ],
      [
        'const MOST_ATTEMPTS = 4',
        `function beforeCommit<T>(
  transact: (work: (tx: Tx) => Promise<T>) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    transact(async (tx) => {
      const answer = await work(tx)
      resolve(answer)
      return answer
    }).catch(reject)
  })
}

const MOST_ATTEMPTS = 4`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'no answer is stored',
    file: 'server/src/idempotency/claimed-keys.ts',
    edits: [['if (answers.length > 0) await', 'if (answers.length < 0) await']],
    killer: 'idempotency',
  },
  {
    name: 'no key row is written',
    file: 'server/src/idempotency/claimed-keys.ts',
    edits: [
      [
        'new ClaimedKeys(tx, runnerId, await insertKeys(tx, runnerId, keys))',
        'new ClaimedKeys(tx, runnerId, await insertKeys(tx, runnerId, []).then(() => new Set(keys)))',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: "another runner's answer is replayed",
    file: 'server/src/idempotency/store.ts',
    edits: [
      [
        '  and(eq(idempotencyKeys.runnerId, runnerId), inArray(idempotencyKeys.key, [...keys]))\n',
        '  runnerId > 0 ? inArray(idempotencyKeys.key, [...keys]) : undefined\n',
      ],
    ],
    killer: 'idempotency',
  },
  {
    name: 'another request under the same key gets the first answer',
    file: 'server/src/idempotency/claimed-keys.ts',
    edits: [['[requestHash, olderHash].includes(stored.requestHash)', 'stored.requestHash']],
    killer: 'idempotency',
  },
  {
    name: 'the order of the fields makes another request',
    file: 'server/src/http/keyed-request.ts',
    edits: [['JSON.stringify(content, sortFields)', 'JSON.stringify(content)']],
    killer: 'idempotency',
  },
  {
    name: 'a request that an older release answered is another request',
    file: 'server/src/idempotency/claimed-keys.ts',
    edits: [['[requestHash, olderHash]', '[requestHash]']],
    killer: 'idempotency',
  },
  {
    name: 'a deal with one more field is another deal',
    file: 'server/src/deals/same-deal.ts',
    edits: [['return hasSameContent(sent, toKnown(stored))', 'return false']],
    killer: 'same deal',
  },
  {
    name: 'a delivered order does not change its customer',
    file: 'server/src/orders/service.ts',
    edits: [
      ['const isOwn = await deliverCustomer(tx, writer, order.customerId)', 'const isOwn = true'],
    ],
    killer: 'simulation',
  },
  {
    name: "another runner's customer can be changed",
    file: 'server/src/customers/service.ts',
    edits: [
      [
        '  if (customer?.runnerId === runnerId) return customer\n',
        '  if (customer?.runnerId) return customer\n',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'the products of an order are not compared with its deal',
    file: 'domain/src/deal/flags.ts',
    edits: [
      [
        '!(isDeliveredAs(deal, order) && hasProductsOf(deal, order))',
        '!isDeliveredAs(deal, order)',
      ],
    ],
    killer: 'orders of deals',
  },
  {
    name: 'any order of the same visit may deliver the customer again',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [
      [
        '        and (near.invoice_id = bounded.invoice_id or near.product_id is distinct from bounded.product_id)\n',
        '',
      ],
    ],
    killer: 'second deliveries',
  },
  {
    name: 'the deal that came first is not shown as settled again',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['case when is_delivered then at + period else at end as latest', 'at as latest']],
    killer: 'settled again',
  },
  {
    name: 'a customer is settled again, however long ago the other deal was',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['at - period as earliest', 'at - 99 * period as earliest']],
    killer: 'settled again',
  },
  {
    name: 'a new round of the office does not end the old one',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['${at} >= opened_at and ', '']],
    killer: 'settled again',
  },
  {
    name: 'an order of a deal counts as a single order until it is delivered',
    file: 'server/src/orders/order-overview-store.ts',
    edits: [["${orders.status} <> 'cancelled'", "${orders.status} = 'delivered'"]],
    killer: 'orders of deals',
  },
  {
    name: 'a connection may pipeline any number of calls',
    file: 'server/src/http/limit-connections.ts',
    edits: [['calls > MOST_UNANSWERED', 'calls > 1e9']],
    killer: 'pipelined calls',
  },
  {
    name: 'the file of an answer that was not sent stays open',
    file: 'server/src/http/limit-connections.ts',
    edits: [['() => payload.destroy()', '() => undefined']],
    killer: 'pipelined calls',
  },
  {
    name: 'a statement that PostgreSQL has refused as stale keeps its name',
    file: 'server/src/db/preparing-client.ts',
    edits: [['STALE.has(code)', 'STALE.has(names)']],
    killer: 'prepared statements',
  },
  {
    name: 'amounts in binary fractions',
    file: 'domain/src/money.ts',
    edits: [['const value = Math.round(rupees * 100)', 'const value = Math.floor(rupees * 100)']],
    killer: 'simulation',
  },
  {
    name: 'hair value not rounded to a rupee',
    file: 'domain/src/hair.ts',
    edits: [
      [
        'return paise(roundHalfUp(exact, MILLIGRAM_PAISE_PER_RUPEE) * 100)',
        'return paise(roundHalfUp(exact, MILLIGRAM_PAISE_PER_PAISA))',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a migration waits for a table as long as others use it',
    file: 'server/src/db/migrate-postgres.ts',
    edits: [['  await session.query(`set lock_timeout = ${LOCK_MS}`)\n', '']],
    killer: 'server/src/db/migrate-postgres.test.ts',
  },
]
