import { isWithinBudget } from './budgets.mjs'
import { ensureBuilt } from './build/ensure-built.mjs'
import { runChecks, staticChecks } from './check/static-checks.mjs'
import { ensureBrowser } from './environment/chromium.mjs'
import { ensureCompiler } from './environment/compiler.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { ensureProxies, ensureTextReader } from './environment/programs.mjs'
import { main, messageOf } from './process/refusal.mjs'
import { sum, tallyOf } from './test/tally.mjs'
import { countJourneys, defaultProjects, runUnitTests, unitProjects } from './test/test-runners.mjs'

/** @typedef {import('./test/tally.mjs').Tally} Tally */

/** @typedef {{ title: string, tally: Tally, seconds: number }} Result */

/** @type {Result[]} */
const results = []

// A failed step does not stop the next one, so that one run shows all problems.
await main(async () => {
  await step('preparation', prepare)
  if (results.some(({ tally }) => tally.failed > 0)) return finish()
  await step('checks', runStaticChecks)
  // First, because each embedded database of a test is a copy of the template that the build makes.
  await step('build', async () => {
    await ensureBuilt()
    return tallyOf(true)
  })
  for (const project of unitProjects) await step(`unit: ${project}`, () => runUnitTests(project))
  await step('budget', async () => tallyOf(isWithinBudget()))
  await step('end to end', () => countJourneys('e2e', defaultProjects))
  return finish()
})

async function prepare() {
  await ensureInstalled()
  await ensureBrowser()
  await ensurePostgres()
  await ensureProxies()
  await ensureTextReader()
  await ensureCompiler()
  return { passed: 0, failed: 0 }
}

async function runStaticChecks() {
  const failed = await runChecks(staticChecks)
  return { passed: staticChecks.length - failed.length, failed: failed.length }
}

/**
 * @param {string} title
 * @param {() => Promise<Tally>} action
 */
async function step(title, action) {
  console.log(`\n== ${title}`)
  const start = performance.now()
  const tally = await outcomeOf(action)
  results.push({ title, tally, seconds: Math.round((performance.now() - start) / 1000) })
}

/** @param {() => Promise<Tally>} action */
async function outcomeOf(action) {
  try {
    return await action()
  } catch (error) {
    console.log(messageOf(error))
    return tallyOf(false)
  }
}

/** Prints the result of each step and, as the last line, the sum. */
function finish() {
  const { passed, failed } = sum(results.map(({ tally }) => tally))
  console.log('')
  for (const { title, tally, seconds } of results) {
    console.log(`${title}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`)
    for (const failure of tally.failures ?? []) console.log(`  FAILED ${failure}`)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
