/** The tasks of a person with a phone: one after another, and again when a page dies or the phone fails. */
import type { VirtualClock } from './clock.ts'
import { between, type Random } from './random.ts'
import type { Who } from './people.ts'
import type { Phone } from './phone.ts'
import { inTab, type Tab } from './tab.ts'

interface TasksDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly phone: Phone
  readonly who: Who
  readonly trace: (...parts: unknown[]) => void
}

/** How often a person tries again after an error or a dead page. */
const MOST_TRIES = 3
const BUSY_MS = 400
/** Until the runner looks again whether the phone is there. */
const AWAY_MS = 1_000

/** In virtual ms, until a person tries again. */
export const triesAgainAfter = (random: Random) => between(random, 1_000, 8_000)

/** @returns a function that does a task in a page, and repeats it when the page dies or the phone fails */
export function createTasks({ clock, random, phone, who, trace }: TasksDeps) {
  let isBusy = false

  function start(
    what: string,
    action: (tab: Tab) => Promise<void>,
    triesLeft = MOST_TRIES,
    losses = phone.losses,
  ) {
    // The phone has lost the visit. The runner asks the office before they enter a deal again.
    if (phone.losses !== losses) return
    const later = (ms: number, left = triesLeft) =>
      void clock.after(ms, () => start(what, action, left, losses))
    // The runner waits while another runner has the phone, and does one task after another.
    if (!phone.isSignedIn(who)) return later(AWAY_MS)
    if (isBusy) return later(BUSY_MS)
    const tab = phone.tabInUse(random)
    // A page that shows nothing yet has no buttons.
    if (!tab.isShown) return later(BUSY_MS)
    isBusy = true
    const end = () => {
      isBusy = false
      tab.onKilled.delete(fail)
    }
    const fail = () => {
      end()
      if (triesLeft > 0) later(triesAgainAfter(random), triesLeft - 1)
    }
    tab.onKilled.add(fail)
    trace('runner', what, tab.name)
    inTab(tab, () => action(tab)).then(
      () => tab.isAlive && end(),
      (error: unknown) => {
        if (!tab.isAlive) return
        trace('phone', 'fails', what, String(error))
        fail()
      },
    )
  }

  return start
}
