import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { at } from '../../scripts/process/repository.mjs'
import { formatSpread, type Measured, ratioOf, type Spread } from './rounds.ts'

/** What a file of `bench/results/` has. */
export interface Written {
  readonly measuredAt: string
  readonly machine: { readonly processors: number; readonly model: string; readonly node: string }
  /** Average of the last 15 minutes, with that of the benchmark itself and of everything else on the machine. */
  readonly load: number
  readonly rows: Readonly<Record<string, Readonly<Record<string, Measured>>>>
  readonly figures: Readonly<Record<string, Spread>>
}

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
        [...measured].map(([name, one]) => [
          name,
          {
            'answers/s': formatSpread(one.rate),
            'p50 ms': formatSpread(one.p50),
            'p99 ms': formatSpread(one.p99),
            'ours ÷ this': ours ? formatSpread(ratioOf(ours, one, 'rate')) : '',
          },
        ]),
      ),
    )
  }

  /** Adds and prints one figure with its unit. */
  addFigure(name: string, figure: Spread): void {
    this.#figures[name] = figure
    console.log(`${name}: ${formatSpread(figure)}`)
  }

  /** Writes `bench/results/<name>.json`. */
  write(name: string): void {
    mkdirSync(at('bench/results'), { recursive: true })
    const content: Written = {
      measuredAt: new Date().toISOString(),
      machine: { processors: cpus().length, model: cpus()[0]?.model ?? '', node: process.version },
      load: loadavg()[2] ?? Number.NaN,
      rows: this.#rows,
      figures: this.#figures,
    }
    writeFileSync(at('bench/results', `${name}.json`), `${JSON.stringify(content, undefined, 2)}\n`)
  }
}
