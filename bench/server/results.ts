import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { at } from '../../scripts/process/repository.mjs'
import type { Measured, Spread } from './rounds.ts'

/** The figures of a run. */
export class Results {
  readonly #rows: Record<string, Record<string, Measured>> = {}
  readonly #figures: Record<string, Spread> = {}

  /** Adds and prints a comparison. The first contender is ours. */
  add(row: string, measured: ReadonlyMap<string, Measured>): void {
    this.#rows[row] = Object.fromEntries(measured)
    console.log(`\n${row} (load of the machine: ${loadavg()[0]?.toFixed(1)})`)
    const [ours] = measured.values()
    console.table(
      Object.fromEntries(
        [...measured].map(([name, { rate, p50, p99 }]) => [
          name,
          {
            'answers/s': format(rate),
            'p50 ms': format(p50),
            'p99 ms': format(p99),
            'ours ÷ this': ratio(ours, rate),
          },
        ]),
      ),
    )
  }

  /** Adds and prints one figure with its unit. */
  addFigure(name: string, figure: Spread): void {
    this.#figures[name] = figure
    console.log(`${name}: ${format(figure)}`)
  }

  /** Writes `bench/results/<name>.json`. */
  write(name: string): void {
    mkdirSync(at('bench/results'), { recursive: true })
    const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
    const content = {
      measuredAt: new Date().toISOString(),
      machine,
      rows: this.#rows,
      figures: this.#figures,
    }
    writeFileSync(at('bench/results', `${name}.json`), `${JSON.stringify(content, undefined, 2)}\n`)
  }
}

const ratio = (ours: Measured | undefined, rate: Spread) =>
  ours ? (ours.rate.median / rate.median).toFixed(2) : ''

const format = ({ median, min, max }: Spread) => `${short(median)} (${short(min)}–${short(max)})`

const short = (figure: number) =>
  figure >= 100 ? Math.round(figure).toString() : figure.toFixed(2)
