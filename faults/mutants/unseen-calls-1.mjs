/** Bugs in the calls of the server, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenCalls1 = [
  {
    name: 'one guess more than permitted is checked',
    file: 'server/src/auth/one-time-code.ts',
    edits: [['wrongGuesses < MOST_WRONG_GUESSES', 'wrongGuesses <= MOST_WRONG_GUESSES']],
    killer: 'server/test/api/sign-in-by-code.test.ts',
  },
  {
    name: 'a code signs in twice',
    file: 'server/src/auth/one-time-code.ts',
    edits: [['  await deleteCode(tx, asker.phoneHash)\n', '']],
    killer: 'server/test/api/sign-in-by-code.test.ts',
  },
  {
    name: 'one code more than permitted is sent',
    file: 'server/src/auth/sign-in-limits.ts',
    edits: [['if (count < most) continue', 'if (count <= most) continue']],
    killer: 'server/test/api/sign-in-by-code.test.ts',
  },
  {
    name: 'a session that was not used for months is open',
    file: 'server/src/auth/session-store.ts',
    edits: [
      [
        'and(gt(sessions.expiresAt, now), gt(sessions.usedAt, idleSince(now, idleDays)))',
        'and(gt(sessions.expiresAt, now), gt(sessions.expiresAt, idleSince(now, idleDays)))',
      ],
    ],
    killer: 'server/test/api/sessions.test.ts',
  },
  {
    name: 'a new sign-in leaves the old session of the phone open',
    file: 'server/src/auth/service.ts',
    edits: [['signOut(deps, request.oldToken).catch(', 'Promise.resolve().catch(']],
    killer: 'server/test/api/sessions.test.ts',
  },
  {
    name: 'stored answers are deleted after ten hours',
    file: 'server/src/idempotency/answer-once.ts',
    edits: [['400 * 86_400_000', '400 * 86_400']],
    killer: 'server/test/api/idempotency.test.ts',
  },
  {
    name: 'a status that is sent again with newer knowledge is other work',
    file: 'server/src/work/record-work.ts',
    edits: [
      [
        'const { photos: _, seen: _seen, ...content } = { photos: [], seen: undefined, ...work }',
        'const { photos: _, ...content } = { photos: [], ...work }',
      ],
    ],
    killer: 'server/test/api/status-conflicts.test.ts',
  },
  {
    name: 'a single order changes a customer who has moved to another runner',
    file: 'server/src/work/record-work.ts',
    edits: [
      [
        "  work.kind === 'single-order' &&\n  step === 'customer' &&\n",
        "  work.kind === 'settlement-delivered' &&\n  step === 'customer' &&\n",
      ],
    ],
    killer: 'server/test/api/former-runner.test.ts',
  },
  {
    name: 'the delivery of a settlement answers another runner',
    file: 'server/src/deals/store.ts',
    edits: [
      [
        'and(eq(settlements.invoiceId, invoiceId), eq(settlements.runnerId, runnerId))',
        'and(eq(settlements.invoiceId, invoiceId), runnerId ? undefined : sql`false`)',
      ],
    ],
    killer: 'server/test/api/deals.test.ts',
  },
  {
    name: 'a cash payment takes an order of another customer',
    file: 'server/src/deals/service.ts',
    edits: [['  if (order && order.customerId !== customer.id) throw notFound()\n', '']],
    killer: 'server/test/api/deals.test.ts',
  },
  {
    name: 'deals of the same moment are missing on the next page',
    file: 'server/src/deals/store.ts',
    edits: [
      [
        'sql`(${table.createdAt}, ${table.invoiceId}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id})`',
        'sql`${table.createdAt} < ${new Date(before.at).toISOString()}::timestamptz`',
      ],
    ],
    killer: 'server/test/api/bounded-lists.test.ts',
  },
  {
    name: 'the page that follows a full page is not offered',
    file: 'server/src/runners/record-page-service.ts',
    edits: [['most: MOST_LISTED + 1', 'most: MOST_LISTED']],
    killer: 'server/test/api/bounded-lists.test.ts',
  },
  {
    name: 'a list that has ended begins again on the next page',
    file: 'server/src/runners/record-page-service.ts',
    edits: [['    if (before && !before[list]) return { records: [], end: undefined }\n', '']],
    killer: 'server/test/api/bounded-lists.test.ts',
  },
  {
    name: 'a deal of another runner answers its invoice id',
    file: 'server/src/deals/same-deal.ts',
    edits: [['stored.runnerId === runnerId && isSameDeal', 'isSameDeal']],
    killer: 'server/src/deals/same-deal.test.ts',
  },
  {
    name: 'a deal with fewer lines is the same deal',
    file: 'server/src/deals/same-deal.ts',
    edits: [['return one.length === other.length && one.every(', 'return one.every(']],
    killer: 'server/src/deals/same-deal.test.ts',
  },
]
