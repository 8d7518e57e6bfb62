/** What the costs of single events say about many runners. */
import type { Cost, Costs } from './costs.ts'
import { type Kind, KINDS, type Minutes } from './day.ts'

/** Events of each kind in a second. */
export type Rates = Readonly<Record<Kind, number>>

type Load = Pick<Cost, 'server' | 'thread' | 'database' | 'sender' | 'senderThread'>

/** @returns the processors that these events keep busy */
export function loadOf(rates: Rates, costs: Costs): Load {
  const busy = (part: keyof Load) =>
    KINDS.reduce((sum, kind) => sum + (rates[kind] * costs[kind][part]) / 1_000, 0)
  return {
    server: busy('server'),
    thread: busy('thread'),
    database: busy('database'),
    sender: busy('sender'),
    senderThread: busy('senderThread'),
  }
}

/** @returns the events of a part of the day, in a second of it */
export function ratesIn(minutes: Minutes, from: number, to: number): Rates {
  const rate = (kind: Kind) =>
    minutes[kind].subarray(from, to).reduce((sum, count) => sum + count, 0) / ((to - from) * 60)
  return Object.fromEntries(KINDS.map((kind) => [kind, rate(kind)])) as unknown as Rates
}

export const scale = (rates: Rates, factor: number): Rates =>
  Object.fromEntries(KINDS.map((kind) => [kind, rates[kind] * factor])) as unknown as Rates

/** @returns the first minute of the busiest part of the day */
export function findPeak(minutes: Minutes, length: number, costs: Costs): number {
  const busy = (from: number) => {
    const { server, database } = loadOf(ratesIn(minutes, from, from + length), costs)
    return server + database
  }
  const starts = Array.from({ length: minutes.deal.length - length }, (_, from) => from)
  return starts.reduce((best, from) => (busy(from) > busy(best) ? from : best), 0)
}

/** A number of runners that keeps one part busy all the time, and which part. */
export interface Saturated {
  readonly runners: number
  readonly busy: string
}

/**
 * @param rates of one runner
 * @returns what is busy first when the senders share the machine with server and database
 */
export function predictLimit(rates: Rates, costs: Costs, processors: number): Saturated {
  const { server, thread, database, sender, senderThread } = loadOf(rates, costs)
  const limits = [
    { runners: processors / (server + database + sender), busy: 'all processors' },
    { runners: 1 / thread, busy: 'the main thread of the server' },
    { runners: 1 / senderThread, busy: 'the thread of the simulated phones' },
  ]
  return limits.reduce((first, one) => (one.runners < first.runners ? one : first))
}
