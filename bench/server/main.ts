/**
 * `npm run bench`: the built server with its default settings beside others, in the same run. One part is chosen by its
 * name: `npm run bench -- reads`. ROUNDS and SECONDS are the rounds of each comparison and the length of each load.
 */
import { existsSync } from 'node:fs'
import { at } from '../../scripts/process/repository.mjs'
import { type Bench, withBench } from './bench-postgres.ts'
import { measureEmbedded } from './embedded.ts'
import { measureFigures } from './figures.ts'
import { measureReads } from './reads.ts'
import { Results } from './results.ts'
import { writeTables } from './tables.ts'
import { measureWrites } from './writes.ts'

const parts: Record<string, (bench: Bench, results: Results) => Promise<void>> = {
  reads: measureReads,
  writes: measureWrites,
  figures: measureFigures,
  embedded: measureEmbedded,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`,
  )

for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const results = new Results()
  await withBench((bench) => measure(bench, results))
  results.write(name)
}
if (Object.keys(parts).every((name) => existsSync(at('bench/results', `${name}.json`))))
  writeTables(Object.keys(parts))
