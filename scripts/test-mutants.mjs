import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { copySources } from './mutants/private-copy.mjs'
import { findKiller, mutants } from '../faults/mutants/mutant.mjs'
import { killMutant, runKiller } from './mutants/kill-mutant.mjs'

/** With a word as argument, only the mutants with this word in their name or their killer's name run. */
const wanted = process.argv[2] ?? ''

await main(async () => {
  await ensureInstalled()
  const chosen = mutants.filter(({ name, killer }) => `${name} ${killer}`.includes(wanted))
  const copy = copySources()
  try {
    // A test can find a bug only if it passes without the bug.
    for (const killer of new Set(chosen.map((mutant) => mutant.killer))) {
      const { isSound, failed } = await runKiller(copy.folder, findKiller(killer))
      console.log(`${killer}: ${isSound && !failed ? 'passes' : 'FAILS'} without a bug`)
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
