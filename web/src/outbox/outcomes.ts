/** Who receives outcomes, of this tab and of others, and who waits for the first outcome of an entry. */
import type { EntryStore, OutboxDeps, Outcome } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import type { OutboxEntry } from './entry.ts'

interface OutcomeDeps {
  readonly readEntry: EntryStore['readEntry']
  readonly publish: OutboxDeps['publish']
  readonly showEntries: () => Promise<void>
}

type OutcomeListener = (outcome: Outcome) => void
type PassEndListener = () => Promise<void>

export type Outcomes = ReturnType<typeof createOutcomes>

export function createOutcomes({ readEntry, publish, showEntries }: OutcomeDeps) {
  const listeners = new Set<OutcomeListener>()
  const passEnds = new Set<PassEndListener>()
  const onOutcome = (listener: OutcomeListener) => listenTo(listeners, listener)
  const onPassEnd = (listener: PassEndListener) => listenTo(passEnds, listener)

  async function receive(outcome: Outcome | undefined) {
    if (outcome) for (const listener of listeners) listener(outcome)
    await showEntries()
  }

  return {
    onOutcome,
    receive,
    publish: (outcome: Outcome) => {
      publish(outcome)
      return receive(outcome)
    },
    notifyPassEnd: async () => {
      for (const listener of passEnds) await listener()
    },
    waitForFirst: (entry: OutboxEntry, start: () => Promise<void>) =>
      waitForFirst(entry, start, { onOutcome, onPassEnd, readEntry }),
  }
}

/** @returns stops it */
function listenTo<TListener>(listeners: Set<TListener>, listener: TListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

interface OutcomeSources extends Pick<EntryStore, 'readEntry'> {
  readonly onOutcome: (listener: OutcomeListener) => () => void
  readonly onPassEnd: (listener: PassEndListener) => () => void
}

/** Another tab may send the entry without publishing it. So the entry is also read after the next pass. */
async function waitForFirst(
  entry: OutboxEntry,
  start: () => Promise<void>,
  { onOutcome, onPassEnd, readEntry }: OutcomeSources,
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
        if (!stored) settle({ kind: 'received', entry })
        else if (!isOnItsWay(stored)) settle({ kind: 'held', entry: stored })
      }),
    ]
  })
  await start()
  isStarted = true
  return first
}
