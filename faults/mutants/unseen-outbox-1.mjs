/** Bugs in the outbox, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOutbox1 = [
  {
    name: 'an entry that is sent again still has its refusal',
    file: 'web/src/outbox/entry-actions.ts',
    edits: [
      [
        "return { ...rest, work, state: 'waiting', nextAttemptAt }",
        "return { ...entry, work, state: 'waiting', nextAttemptAt }",
      ],
    ],
    killer: 'web/src/outbox/entry-actions.test.ts',
  },
  {
    name: 'new work has the same place as the last sent work',
    file: 'web/src/outbox/entry-actions.ts',
    edits: [['createdAt: latest + 1', 'createdAt: latest']],
    killer: 'web/src/outbox/entry-actions.test.ts',
  },
  {
    name: 'two entries of the same millisecond have one place',
    file: 'web/src/outbox/stores/entry-store.ts',
    edits: [['entry.createdAt <= last', 'entry.createdAt < last']],
    killer: 'web/src/outbox/stores/entry-store.test.ts',
  },
  {
    name: 'lists that became outdated during the pause are not asked for',
    file: 'web/src/outbox/sent-work.ts',
    edits: [
      [
        '  isOutdated = isPausing\n  if (isPausing) return\n',
        '  isOutdated = false\n  if (isPausing) return\n',
      ],
    ],
    killer: 'web/src/outbox/sent-work.test.ts',
  },
  {
    name: 'a pass that failed with a bug is the last one',
    file: 'web/src/outbox/passes/scheduler.ts',
    edits: [['      schedule(clock.now() + computeBackoffMs(1, 0))\n', '']],
    killer: 'web/src/outbox/passes/scheduler.test.ts',
  },
  {
    name: 'every pass after an urgent one is interrupted',
    file: 'web/src/outbox/passes/scheduler.ts',
    edits: [['    isUrgentRequested = false\n    const', '    const']],
    killer: 'web/src/outbox/passes/scheduler.test.ts',
  },
  {
    name: 'a wait that the server asked for lasts for years after the clock was set back',
    file: 'web/src/outbox/passes/retry-policy.ts',
    edits: [['return end <= now + LONGEST_WAIT_MS ? end : now', 'return end']],
    killer: 'web/src/outbox/passes/retry-after.test.ts',
  },
  {
    name: 'a lease of a clock that was set back lasts for hours',
    file: 'web/src/outbox/passes/lease.ts',
    edits: [['remainingMs > 0 && remainingMs <= LEASE_MS', 'remainingMs > 0']],
    killer: 'web/src/outbox/passes/lease.test.ts',
  },
  {
    name: 'an acknowledged step makes the entry forget the steps before it',
    file: 'web/src/outbox/passes/executor.ts',
    edits: [['done: [...new Set([...stored.done, ...done])]', 'done: [...done]']],
    killer: 'web/src/outbox/passes/pass.test.ts',
  },
  {
    name: 'later work of a customer overtakes work that failed',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [['  round.heldBack.add(entry.customerId)\n', '']],
    killer: 'web/src/outbox/passes/pass.test.ts',
  },
  {
    name: 'a pass forgets after a reload that the server asked it to wait',
    file: 'web/src/outbox/passes/pauses.ts',
    edits: [['  for (const entry of all) note(entry)\n', '']],
    killer: 'web/src/outbox/passes/retry-after.test.ts',
  },
  {
    name: 'a pass ends before what it postponed is stored',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [
      [
        '  await storePostponed(round.postponed, deps)',
        '  void storePostponed(round.postponed, deps)',
      ],
    ],
    killer: 'web/src/outbox/passes/postpone.test.ts',
  },
  {
    name: 'an order counts as received because a pass ended before it was stored',
    file: 'web/src/outbox/outcomes.ts',
    edits: [['        if (!isStarted) return\n', '']],
    killer: 'web/src/outbox/two-tabs.test.ts',
  },
  {
    name: 'an order that a sign-out has sealed is shown as made',
    file: 'web/src/outbox/outcomes.ts',
    edits: [['session.owner() !== entry.owner', 'false']],
    killer: 'web/src/outbox/two-tabs.test.ts',
  },
]
