import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { copySources } from './private-copy.mjs'
import { killers, mutants } from '../faults/mutants/mutant.mjs'
import { killMutant, runKiller } from './kill-mutant.mjs'

/** A word in the arguments picks the mutants with it in their names. */
const wanted = process.argv[2] ?? ''

await main(async () => {
  await ensureInstalled()
  const chosen = mutants.filter(({ name }) => name.includes(wanted))
  const copy = copySources()
  try {
    // A bug is found only by a test that is green without it.
    for (const killer of new Set(chosen.map((mutant) => mutant.killer))) {
      const { isSound, failed } = await runKiller(copy.folder, killers[killer])
      console.log(`${killer}: ${isSound && !failed ? 'green' : 'NOT GREEN'} without a bug`)
      if (!isSound || failed) return 1
    }
    const alive = []
    for (const mutant of chosen) {
      const { isKilled, by } = await killMutant(copy.folder, mutant)
      console.log(`${isKilled ? 'killed' : 'ALIVE '}  ${mutant.name}  (${by})`)
      if (!isKilled) alive.push(mutant.name)
    }
    console.log(`\n${chosen.length - alive.length} passed, ${alive.length} failed`)
    return alive.length === 0 ? 0 : 1
  } finally {
    copy.remove()
  }
})
