/** Who receives outcomes, of this tab and of others, and who waits for the first outcome of an entry. */
import { createEvent, type Event } from '../lib/value-store.ts'
import type { EntryStore, OutboxDeps, Outcome } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import type { OutboxEntry } from './entry.ts'
import type { ShownEntries } from './shown-entries.ts'

interface OutcomeDeps extends Pick<OutboxDeps, 'session'> {
  readonly readEntry: EntryStore['readEntry']
  readonly publish: OutboxDeps['publish']
  readonly shown: Pick<ShownEntries, 'readAgain' | 'readList'>
}

export type Outcomes = ReturnType<typeof createOutcomes>

export function createOutcomes({ readEntry, publish, shown, session }: OutcomeDeps) {
  const outcomes = createEvent<Outcome>()
  const passEnds = createEvent<void, Promise<void>>()
  const onOutcome = outcomes.subscribe

  return {
    onOutcome,
    /** From another tab. */
    receive: async (outcome: Outcome | undefined): Promise<void> => {
      if (!outcome) return void (await shown.readList())
      outcomes.publish(outcome)
      await shown.readAgain(outcome.entry.id)
    },
    publish: (outcome: Outcome) => {
      publish(outcome)
      outcomes.publish(outcome)
    },
    notifyPassEnd: async () => void (await Promise.all(passEnds.publish())),
    waitForFirst: (entry: OutboxEntry, start: () => Promise<void>) =>
      waitForFirst(entry, start, { onOutcome, onPassEnd: passEnds.subscribe, readEntry, session }),
  }
}

interface OutcomeSources extends Pick<OutcomeDeps, 'readEntry' | 'session'> {
  readonly onOutcome: Event<Outcome>['subscribe']
  readonly onPassEnd: Event<void, Promise<void>>['subscribe']
}

/** Another tab may send the entry without publishing it. So the entry is also read after the next pass. */
async function waitForFirst(
  entry: OutboxEntry,
  start: () => Promise<void>,
  { onOutcome, onPassEnd, readEntry, session }: OutcomeSources,
): Promise<Outcome> {
  let isStarted = false
  const first = new Promise<Outcome>((resolve) => {
    const settle = (outcome: Outcome) => {
      for (const stop of stops) stop()
      resolve(outcome)
    }
    const stops = [
      onOutcome((outcome) => {
        if (outcome.entry.id === entry.id) settle(outcome)
      }),
      onPassEnd(async () => {
        // A pass that ended before the start knows nothing about this entry.
        if (!isStarted) return
        const stored = await readEntry(entry.id)
        // A sign-out seals the entry, and the server may not have it.
        const isSealed = session.owner() !== entry.owner
        if (!stored) settle({ kind: isSealed ? 'held' : 'received', entry })
        else if (!isOnItsWay(stored)) settle({ kind: 'held', entry: stored })
      }),
    ]
  })
  await start()
  isStarted = true
  return first
}
