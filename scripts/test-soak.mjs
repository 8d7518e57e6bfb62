import { digest } from './build/digest.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main, Refusal } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { readResult, writeResult } from './test/result-file.mjs'
import { startSoakProcess } from './test/soak-process.mjs'
import { addPiece, countShifts, listMissing, listPieces, newSoak } from './test/soak.mjs'

/** One for each core of a small machine. */
const PROCESSES = 2

const file = at('reports/soak.json')

/** `RUNS` shifts from `SEED`; a soak that was killed continues. */
await main(async () => {
  const runs = Number(process.env.RUNS ?? 1_000_000)
  const firstSeed = Number(process.env.SEED ?? 1)
  if (!(runs >= 1) || !Number.isInteger(firstSeed))
    throw new Refusal('RUNS is a number of shifts, SEED the first seed.')
  await ensureInstalled()
  const sources = digest(['package-lock.json', 'domain/src', 'server/src', 'web/src', 'faults'])
  let result = readResult(file, newSoak(sources, firstSeed))
  const waiting = listPieces(result, runs)
  console.log(`${countShifts(result)} shifts have run before, ${waiting.length} pieces are left.`)

  const startedAt = performance.now()
  const secondsBefore = result.seconds
  const work = async () => {
    const soakProcess = startSoakProcess()
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
      const done = await soakProcess.runPiece(piece)
      result = addPiece(result, piece, done)
      result.seconds = secondsBefore + (performance.now() - startedAt) / 1_000
      writeResult(file, result)
      print(result, `seeds ${piece.first} to ${piece.first + piece.count - 1}`)
      for (const [seed, violations] of done.failed) printFailed(seed, violations)
    }
    soakProcess.end()
  }
  await Promise.all(Array.from({ length: Math.min(PROCESSES, waiting.length) }, work))
  return finish(result)
})

/**
 * @param {import('./test/soak.mjs').SoakResult} result
 * @param {string} what has ended
 */
function print(result, what) {
  const shifts = countShifts(result)
  const perSecond = (shifts / result.seconds).toFixed(1)
  console.log(`${what}: ${shifts} shifts, ${perSecond} a second, ${result.failed.length} failed`)
}

/**
 * @param {number} seed
 * @param {string[]} violations
 */
function printFailed(seed, violations) {
  console.log(`seed ${seed} (repeat it with: SEED=${seed} RUNS=1 npm run test:faults)`)
  for (const sentence of violations) console.log(`  - ${sentence}`)
}

/**
 * @param {import('./test/soak.mjs').SoakResult} result
 * @returns {number} the exit code
 */
function finish(result) {
  print(result, '\nAll')
  for (const [name, count] of Object.entries(result.faults))
    console.log(`${String(count).padStart(10)}  ${name}`)
  for (const [seed, violations] of result.failed) printFailed(seed, violations)
  const missing = listMissing(result)
  if (missing.length > 0) console.log(`Faults that were never injected: ${missing.join(', ')}`)
  const failures = result.failed.length + missing.length
  console.log(`\n${countShifts(result) - result.failed.length} passed, ${failures} failed`)
  return failures === 0 ? 0 : 1
}
