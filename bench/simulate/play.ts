/** Plays a part of the days of many runners against the real server, faster than real time. */
import { setTimeout as wait } from 'node:timers/promises'
import { calls, type Sender, Unavailable } from './calls.ts'
import type { Kind, PhoneEvent } from './day.ts'

export interface Played {
  readonly events: number
  /** How often the server asked to try again. */
  readonly repeats: number
  /** From the first event until the last answer. As long as the part itself when the server keeps up. */
  readonly seconds: number
  /** From the time at which an event was due until its last answer, in ms. */
  readonly p50: number
  readonly p99: number
}

/** The part of the day, in minutes, and in how many seconds it is played. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/**
 * Each runner is a sender that sends one event after the other, as a phone does. The senders do not wait for each other.
 * @param days of the runners, one for each sender
 */
export async function play(
  url: string,
  senders: readonly Sender[],
  days: readonly (readonly PhoneEvent[])[],
  { from, to, seconds }: Part,
): Promise<Played> {
  const begun = performance.now()
  const dueAt = (at: number) => begun + ((at - from) / (to - from)) * seconds * 1_000
  const took: number[] = []
  let repeats = 0
  await Promise.all(
    days.map(async (day, index) => {
      const sender = senders[index]
      if (!sender) throw new Error('There are more days than senders')
      for (const { at, kind } of day.filter((event) => from <= event.at && event.at < to)) {
        const early = dueAt(at) - performance.now()
        if (early > 0) await wait(early)
        while (!(await isSent(kind, url, sender))) repeats += 1
        took.push(performance.now() - dueAt(at))
      }
    }),
  )
  const inOrder = took.toSorted((one, other) => one - other)
  const at = (part: number) => inOrder[Math.floor(inOrder.length * part)] ?? Number.NaN
  return {
    events: took.length,
    repeats,
    seconds: (performance.now() - begun) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
  }
}

const RETRY_MS = 1_000

/** @returns false when the server asked to try again, after a pause */
async function isSent(kind: Kind, url: string, sender: Sender): Promise<boolean> {
  try {
    await calls[kind](url, sender)
    return true
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    await wait(RETRY_MS)
    return false
  }
}
