import { existsSync, readFileSync } from 'node:fs'
import { countAll, listStale } from './branches/explanations.mjs'
import { listCounts, listExplanations, listUntaken } from './branches/print-branches.mjs'
import { playShifts, readBranches } from './branches/run-shifts.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'

/** Those whose branches a shift must take. */
const folders = [
  'web/src/outbox/',
  'web/src/storage/',
  'server/src/work/',
  'server/src/deals/',
  'server/src/photos/',
  'server/src/idempotency/',
]

const DEFAULT_RUNS = '300'

/** `SEED` is the first seed, `RUNS` the number of shifts. */
await main(async () => {
  await ensureInstalled()
  const { RUNS = DEFAULT_RUNS, SEED = '1', SHRINK = 'no' } = process.env
  const isPassed = await playShifts(folders, { RUNS, SEED, SHRINK })
  const branches = readBranches()
  const explanations = readExplanations()
  const print = (/** @type {string[]} */ lines) => console.log(lines.join('\n'))
  print(listUntaken(branches, explanations))
  print(['', 'Explanations:', ...listExplanations(explanations), ''])
  const isEnough = Number(RUNS) >= Number(DEFAULT_RUNS)
  const stale = isEnough ? listStale(branches, explanations) : []
  for (const explained of stale)
    console.log(`Taken or gone, so not to be explained: ${Object.values(explained).join(', ')}`)
  const gone = explanations.flatMap(({ tests }) => tests).filter((file) => !existsSync(at(file)))
  for (const file of gone) console.log(`No test is in ${file}`)
  print(listCounts(branches, folders, explanations))
  const { unexplained } = countAll(branches, explanations)
  return isPassed && unexplained + stale.length + gone.length === 0 ? 0 : 1
})

function readExplanations() {
  return /** @type {import('./branches/explanations.mjs').Explanation[]} */ (
    JSON.parse(readFileSync(at('faults/branches.json'), 'utf8'))
  )
}
