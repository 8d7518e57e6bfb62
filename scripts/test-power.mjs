import { digest } from './build/digest.mjs'
import { ensureCompiler } from './environment/compiler.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main, Refusal } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { runTool } from './process/run.mjs'
import { passedPieces } from './test/result-file.mjs'

/** Cuts of one machine, one after another. A run that is ended loses at most so many. */
const CUTS_OF_A_PIECE = 20

/**
 * What a piece has counted.
 * @typedef {{ cuts: number, duringStart: number, writes: number }} Counts
 */

/** `CUTS` on each database, from `SEED`; a run that was ended continues. */
await main(async () => {
  const cuts = Number(process.env.CUTS ?? 200)
  const firstSeed = Number(process.env.SEED ?? 1)
  if (!(cuts >= 1) || !Number.isInteger(firstSeed))
    throw new Refusal('CUTS is a number of power cuts, SEED the first seed.')
  await ensureInstalled()
  await ensureCompiler()
  await ensurePostgres()
  const sources = digest(['package-lock.json', 'domain/src', 'server/src', 'server/test'])
  /** @type {ReturnType<typeof passedPieces<Counts>>} */
  const passed = passedPieces(at('reports/power-cuts.json'), { sources, firstSeed })
  let failed = 0
  // Either database has some cuts also when the run is ended.
  for (const piece of listPieces(cuts, firstSeed)) {
    const counts = passed.read()[nameOf(piece)] ?? (await cutPower(piece))
    if (counts) passed.add(nameOf(piece), counts)
    else failed += 1
    console.log(`${nameOf(piece)}: ${counts ? `${counts.writes} writes, 0 lost` : 'FAILED'}`)
  }
  print(Object.entries(passed.read()))
  return failed === 0 ? 0 : 1
})

/** @typedef {{ database: string, seed: number, cuts: number }} Piece */

/** @param {Piece} piece */
function nameOf({ database, seed, cuts }) {
  return `${database}, seed ${seed}, ${cuts} cuts`
}

/**
 * Each piece has its own data and its own seed.
 * @param {number} cuts of each database
 * @param {number} firstSeed
 * @returns {Piece[]}
 */
function listPieces(cuts, firstSeed) {
  return Array.from({ length: Math.ceil(cuts / CUTS_OF_A_PIECE) }, (_, index) => ({
    seed: firstSeed + index,
    cuts: Math.min(CUTS_OF_A_PIECE, cuts - index * CUTS_OF_A_PIECE),
  })).flatMap((piece) => ['embedded', 'postgres'].map((database) => ({ database, ...piece })))
}

/**
 * @param {Piece} piece
 * @returns {Promise<Counts | undefined>} undefined when the test failed
 */
async function cutPower({ database, seed, cuts }) {
  const file = 'test/power/power-cuts.test.ts'
  const args = ['run', '--project', 'server', file, '-t', `on ${database}`]
  const env = { SEED: String(seed), CUTS: String(cuts) }
  const { code, output } = await runTool('vitest', args, { env, quiet: true })
  const [, duringStart, writes] = /^\w+: \d+ cuts, (\d+) .* (\d+) writes/m.exec(output) ?? []
  if (code === 0 && writes)
    return { cuts, duringStart: Number(duringStart), writes: Number(writes) }
  console.log(output)
}

/** @param {[name: string, counts: Counts][]} pieces */
function print(pieces) {
  for (const database of ['embedded', 'postgres']) {
    const counts = pieces.flatMap(([name, of]) => (name.startsWith(database) ? [of] : []))
    const sum = (/** @type {keyof Counts} */ key) =>
      counts.reduce((total, count) => total + count[key], 0)
    console.log(
      `${database}: ${sum('cuts')} cuts, ${sum('duringStart')} during a start, ${sum('writes')} writes, 0 lost, 0 doubled`,
    )
  }
}
