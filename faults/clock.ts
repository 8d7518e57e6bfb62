/** Virtual time: it jumps to the next event as soon as all real work has ended. */
import { untilIdle } from './idle.ts'

export interface VirtualClock {
  /** The true time in ms since 1970. The phone's own clock may differ. */
  readonly now: () => number
  /** Runs an event after so many ms. @returns cancels it */
  readonly after: (ms: number, run: () => unknown) => () => void
  /** Runs every event that is due within so many ms. */
  readonly runFor: (ms: number) => Promise<void>
}

interface Event {
  readonly at: number
  readonly run: () => unknown
}

export function createClock(startsAt: number): VirtualClock {
  let time = startsAt
  /** In the order of the requests, so that of two events at the same time the earlier request runs first. */
  const queue = new Set<Event>()

  function next(until: number): Event | undefined {
    let first: Event | undefined
    for (const event of queue)
      if (event.at <= until && (!first || event.at < first.at)) first = event
    return first
  }

  return {
    now: () => time,
    after(ms, run) {
      const event = { at: time + Math.max(0, ms), run }
      queue.add(event)
      return () => queue.delete(event)
    },
    async runFor(ms) {
      const until = time + ms
      await untilIdle()
      for (let event = next(until); event; event = next(until)) {
        queue.delete(event)
        time = event.at
        await event.run()
        await untilIdle()
      }
      time = until
    },
  }
}
