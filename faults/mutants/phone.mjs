/** Bugs that the phone could have, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const phoneMutants = [
  {
    name: 'the wait that a server asks for ends when the network comes back',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [
      [
        'Math.max(at, deps.pauses.endFor(entry)) > deps.now()',
        '(deps.isWoken ? at : Math.max(at, deps.pauses.endFor(entry))) > deps.now()',
      ],
    ],
    killer: 'asked to wait',
  },
  {
    name: 'the wait that a server asks for does not hold for the addresses of photos',
    file: 'web/src/outbox/passes/pauses.ts',
    edits: [['?.isUpload', '?.isPhotoStep']],
    killer: 'asked to wait',
  },
  {
    name: 'the addresses of photos are sent with the photos while the server asks to wait',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [
      [
        "      if (step.isPhotoStep && isPaused(entry, deps)) return await release(id, 'not-due', deps)\n",
        '',
      ],
    ],
    killer: 'asked to wait',
  },
  {
    name: 'the wait that a server asks for holds only for the entry that it answered',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [['    deps.pauses.note(ended.entry)\n', '']],
    killer: 'asked to wait',
  },
  {
    name: 'no Idempotency-Key',
    file: 'web/src/api/client.ts',
    edits: [
      ['    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),\n', ''],
    ],
    killer: 'simulation',
  },
  {
    name: 'a new Idempotency-Key for each attempt',
    file: 'domain/src/work.ts',
    edits: [['=> `${entryId}:${step}`', '=> `${entryId}:${step}:${Math.random()}`']],
    killer: 'simulation',
  },
  {
    name: 'a step is recorded as done before its call',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [
      [
        '  const result = await step.run(entry, {\n',
        `  const mark = (stored: OutboxEntry) => ({ ...stored, done: [...stored.done, 'record'] })
  await deps.changeEntries([entry.id], mark)
  const result = await step.run(entry, {
`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'an entry is removed before its deal is recorded as received',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [
      [
        "  await storage.change(\n    ['outbox', 'deals', 'visits'],",
        "  for (const { id } of entries) await storage.outbox.delete(id)\n  await storage.change(\n    ['outbox', 'deals', 'visits'],",
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a sign-out clears the outbox',
    file: 'web/src/state/session.ts',
    edits: [
      [
        '  sessionStorage.clear()\n  signInNeeded.set(false)\n',
        "  sessionStorage.clear()\n  indexedDB.deleteDatabase('veni')\n  signInNeeded.set(false)\n",
      ],
    ],
    killer: 'simulation',
  },
  {
    name: "a runner's work is sent under another's sign-in",
    file: 'web/src/outbox/stores/entry-store.ts',
    edits: [['    if (entry.owner === owner) listed', '    listed']],
    killer: 'simulation',
  },
  {
    name: 'no network counts as an attempt',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [
      [
        `  if (failure.kind === 'network')
    return { state: 'waiting', nextAttemptAt: Math.min(entry.nextAttemptAt, now) }
`,
        '',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'gives up after three attempts',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [
      [
        '  const attempts = entry.attempts + 1\n',
        `  const attempts = entry.attempts + 1
  if (attempts > 2) return { state: 'refused' }
`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a refused entry is deleted',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [
      [
        "  if (ended.kind === 'refused') deps.missingDeals.add(findMissingDeal(ended.entry))\n",
        "  if (ended.kind === 'refused') await deps.markReceived([ended.entry])\n",
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a refused entry blocks what comes after it',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [
      [
        "  if (entry.state === 'refused') deps.missingDeals.add(findMissingDeal(entry))\n",
        "  if (entry.state === 'refused') heldBack.add(entry.customerId)\n",
      ],
    ],
    killer: 'simulation',
  },
  {
    name: "a captive portal's 200 counts as received",
    file: 'web/src/api/client.ts',
    edits: [
      [
        "  if (!reading) throw new ApiFailure('bad-reply', { status, body })\n",
        '  if (!reading) return {} as never\n',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: '401 counts as a refusal',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [["  if (isSignedOut(failure)) return { state: 'needs-sign-in' }\n", '']],
    killer: 'simulation',
  },
  {
    name: 'work of one customer is sent out of order',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [['(round.stoppedBy || heldBack.has(entry.customerId))', '(round.stoppedBy)']],
    killer: 'simulation',
  },
  {
    name: 'a clock that was set back reverses the order of work',
    file: 'web/src/outbox/stores/entry-store.ts',
    edits: [["return typeof last === 'number' && entry", 'return last === undefined && entry']],
    killer: 'simulation',
  },
  {
    name: 'a deal is stored first and its entry after it',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [
      [
        '    if (entry) await outbox.put(entry.id, await placeLast(entry, outbox))\n    return deal\n  })\n',
        `    return deal
  }).then(async (stored) => {
    if (entry && stored === deal) await storage.outbox.put(entry.id, entry)
    return stored
  })
`,
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'a double tap makes two deals',
    file: 'web/src/outbox/stores/deal-store.ts',
    edits: [
      ['    if (present) return present\n', ''],
      [
        'if ((await deals.has(deal.visitId)) || (await outbox.has(deal.visitId)))',
        'if (!present && !deals)',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'no timer is set after a failure',
    file: 'web/src/outbox/passes/scheduler.ts',
    edits: [['    cancel = clock.after(Math.max(0, at - clock.now()), act)\n', '']],
    killer: 'simulation',
  },
  {
    name: 'no tab looks for the work of a tab that died',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [['now + Math.min(networkWait, LONGEST_WAIT_MS)', 'now + networkWait']],
    killer: 'two tabs',
  },
  {
    name: 'the wait after a failure has no limit',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [['Math.min(LONGEST_WAIT_MS, ms)', 'ms']],
    killer: 'back-off',
  },
  {
    name: 'entries still wait when the network is back',
    file: 'web/src/outbox/outbox.ts',
    edits: [['    passes.ignoreWaits()\n', '']],
    killer: 'two tabs',
  },
  {
    name: 'an order whose reply was lost is sent again under a new key',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [
      [
        'await resumeAndTry(same)\n',
        'await tryNew(visit, newOrderEntry(key, visit, product, order))\n',
      ],
    ],
    killer: 'simulation',
  },
  {
    name: 'an order whose entry the phone has lost is sent again under a new key',
    file: 'web/src/features/orders/place-single-order.ts',
    edits: [['again?.entry ?? newOrderEntry(', 'newOrderEntry(']],
    killer: 'web/src/features/orders/place-single-order.test.ts',
  },
  {
    name: 'an order that was made before its page died is made again by the next press',
    file: 'web/src/outbox/stores/single-order-store.ts',
    edits: [['    if (!row) return undefined\n', '    if (!row || row) return undefined\n']],
    killer: 'simulation',
  },
]
