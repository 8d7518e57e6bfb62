import { ensureBrowser } from './browser.mjs'
import { keepsBudget } from './budgets.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePostgres } from './postgres.mjs'
import { main, sentenceOf } from './refusal.mjs'
import { runChecks, staticChecks } from './static-checks.mjs'
import { sum, tallyOf } from './tally.mjs'
import { runJourneys, runUnitTests, unitProjects } from './test-runners.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */

/** @type {[title: string, tally: Tally][]} */
const results = []

// Every step runs whatever became of the one before it, so that one run tells all that is wrong.
await main(async () => {
  await step('preparation', prepare)
  if (results.some(([, { failed }]) => failed > 0)) return finish()
  await step('checks', runStaticChecks)
  for (const project of unitProjects) await step(`unit: ${project}`, () => runUnitTests(project))
  await step('build', async () => {
    await ensureBuilt()
    return tallyOf(true)
  })
  await step('budget', async () => tallyOf(keepsBudget()))
  await step('end to end', runJourneys)
  return finish()
})

async function prepare() {
  await ensureInstalled()
  await ensureBrowser()
  await ensurePostgres()
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
  try {
    results.push([title, await action()])
  } catch (error) {
    console.log(sentenceOf(error))
    results.push([title, tallyOf(false)])
  }
}

/** The last lines are what whoever runs this reads: how many, and which. */
function finish() {
  const { passed, failed } = sum(results.map(([, tally]) => tally))
  console.log('')
  for (const [title, tally] of results) {
    console.log(`${title}: ${tally.passed} passed, ${tally.failed} failed`)
    for (const failure of tally.failures ?? []) console.log(`  FAILED ${failure}`)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
