/** Virtual time: nobody waits for it, the next thing to happen is simply next. */
import { settled } from './quiet.ts'

export interface Clock {
  /** True time in ms since 1970, which no phone knows. */
  readonly now: () => number
  /** Lets something happen after so many ms. @returns how to call it off */
  readonly after: (ms: number, happen: () => unknown) => () => void
  /** Lets everything happen that is due until then. */
  readonly runFor: (ms: number) => Promise<void>
}

interface Happening {
  readonly at: number
  readonly happen: () => unknown
}

export function createClock(startsAt: number): Clock {
  let time = startsAt
  /** In the order in which they were asked for, so that of two at the same time the first asked comes first. */
  const ahead = new Set<Happening>()

  function next(until: number): Happening | undefined {
    let first: Happening | undefined
    for (const happening of ahead)
      if (happening.at <= until && (!first || happening.at < first.at)) first = happening
    return first
  }

  return {
    now: () => time,
    after(ms, happen) {
      const happening = { at: time + Math.max(0, ms), happen }
      ahead.add(happening)
      return () => ahead.delete(happening)
    },
    async runFor(ms) {
      const until = time + ms
      await settled()
      for (let due = next(until); due; due = next(until)) {
        ahead.delete(due)
        time = due.at
        await due.happen()
        await settled()
      }
      time = until
    },
  }
}
