/**
 * The phone's disk. Each transaction of a tab waits for its turn. Then it is written, refused as a whole, or cut off by
 * the death of its page, before or after the commit.
 */
import type { AroundTransaction } from '../web/src/storage/transaction.ts'
import type { VirtualClock } from './clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import { whileBusy } from './idle.ts'
import { between, type Random } from './random.ts'
import { currentTab, kill, outsideTabs, resume, type Tab } from './tab.ts'

type TransactionInfo = Parameters<AroundTransaction>[0]

interface DiskDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly plan: FaultPlan
  readonly trace: (...parts: unknown[]) => void
  /** Called after each write, also a failed one. @param stores those that it may have changed */
  readonly noteWritten: (stores: readonly string[]) => void
  /** Called after each such write of a tab. */
  readonly check: () => Promise<void>
}

interface Waiting {
  readonly info: TransactionInfo
  readonly start: () => void
  isStarted: boolean
}

export function createDisk(deps: DiskDeps): AroundTransaction {
  const queue = new Set<Waiting>()

  /** As a browser does: a transaction starts when no earlier one that overlaps it is unfinished. */
  function startNext() {
    const earlier: TransactionInfo[] = []
    for (const waiting of queue) {
      const canStart = !earlier.some((info) => overlaps(info, waiting.info))
      earlier.push(waiting.info)
      if (!canStart || waiting.isStarted) continue
      waiting.isStarted = true
      waiting.start()
    }
  }

  return async (info, run) => {
    const tab = currentTab()
    if (!tab) return whileBusy(runNoted(info, run, deps))
    const waiting = await new Promise<Waiting>((resolve) => {
      const one: Waiting = { info, isStarted: false, start: () => resolve(one) }
      queue.add(one)
      startNext()
    })
    const ended = await runOnDisk(tab, info, run, deps)
    queue.delete(waiting)
    startNext()
    // A page that is frozen gets the result later.
    if (tab.isFrozen) await new Promise<void>((resolve) => resume(tab, resolve))
    switch (ended.kind) {
      case 'written':
        return ended.result
      case 'refused':
        throw ended.error
      case 'cut':
        // The page that would receive the result is closed.
        return new Promise(() => {})
    }
  }
}

/** Also what fails may have been written before. */
async function runNoted<T>(
  { mode, stores }: TransactionInfo,
  run: () => Promise<T>,
  { noteWritten }: DiskDeps,
): Promise<T> {
  try {
    return await run()
  } finally {
    if (mode === 'readwrite') noteWritten(stores)
  }
}

const overlaps = (one: TransactionInfo, other: TransactionInfo) =>
  (one.mode === 'readwrite' || other.mode === 'readwrite') &&
  one.stores.some((store) => other.stores.includes(store))

type Ended<T> =
  | { readonly kind: 'written'; readonly result: T }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'cut' }

async function runOnDisk<T>(
  tab: Tab,
  info: TransactionInfo,
  run: (beforeCommit?: () => void) => Promise<T>,
  deps: DiskDeps,
): Promise<Ended<T>> {
  const { mode, stores } = info
  const { clock, random, plan, trace, check } = deps
  const isWrite = mode === 'readwrite'
  const fault = tab.isAlive ? plan.atStorage(isWrite) : undefined
  if (fault) trace(tab.name, fault, isWrite ? 'writing' : 'reading', stores.join())
  if (fault === 'killed before the commit') kill(tab)
  const delayMs = fault === 'slow disk' ? between(random, 500, 8_000) : 1
  await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
  if (!tab.isAlive) return { kind: 'cut' }
  try {
    const beforeCommit = fault === 'disk full' ? refuse : undefined
    const result = await whileBusy(runNoted(info, () => run(beforeCommit), deps))
    if (isWrite) await whileBusy(outsideTabs(check))
    if (fault === 'killed after the commit') kill(tab)
    return tab.isAlive ? { kind: 'written', result } : { kind: 'cut' }
  } catch (error) {
    return { kind: 'refused', error }
  }
}

function refuse(): never {
  throw new DOMException('The disk is full', 'QuotaExceededError')
}
