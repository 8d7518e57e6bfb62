import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../figures.ts'
import type { Figures } from './load.ts'

/** One server that answers the same question as the others of its row. */
export interface Contender {
  readonly name: string
  /** @param round counts from 0 */
  readonly measure: (round: number) => Promise<Figures>
}

/** Median, least and most of the rounds. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export type Measured = Readonly<Record<keyof Figures, Spread>> & {
  /** In the order of the rounds. */
  readonly rounds: readonly Figures[]
}

/** The ratio of two contenders within each round, in which both had the same machine. */
export const ratioOf = (one: Measured, other: Measured, figure: keyof Figures): Spread =>
  spread(
    one.rounds.map((figures, at) => figures[figure] / (other.rounds[at]?.[figure] ?? Number.NaN)),
  )

export const spread = (figures: readonly number[]): Spread => ({
  median: median(figures),
  min: Math.min(...figures),
  max: Math.max(...figures),
})

/** So that a vacuum or a checkpoint that one of them caused does not slow down the next one. */
const PAUSE_MS = 300

/** Measures all contenders one after the other in each round, so that each of them has the same machine. */
export async function measureRounds(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Map<string, Measured>> {
  const figures = new Map(contenders.map(({ name }) => [name, [] as Figures[]]))
  for (let round = 0; round < rounds; round += 1)
    for (const { name, measure } of contenders) {
      figures.get(name)?.push(await measure(round))
      await wait(PAUSE_MS)
    }
  return new Map([...figures].map(([name, all]) => [name, summarise(all)]))
}

const summarise = (all: readonly Figures[]): Measured => ({
  rate: spread(all.map(({ rate }) => rate)),
  p50: spread(all.map(({ p50 }) => p50)),
  p99: spread(all.map(({ p99 }) => p99)),
  rounds: all,
})

/** The median with the least and the most. */
export const formatSpread = ({ median: middle, min, max }: Spread): string =>
  min === max ? short(middle) : `${short(middle)} (${short(min)}–${short(max)})`

const short = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(figure < 10 ? 2 : 1)
