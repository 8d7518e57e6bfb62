import { rmSync } from 'node:fs'
import { at } from './root.mjs'
import { runTool } from './run.mjs'
import { readPlaywright, readVitest, tallyOfReport } from './tally.mjs'

const minute = 60_000

/** The projects of vitest.config.ts. */
export const unitProjects = ['scripts', 'domain', 'server', 'web', 'faults']

/**
 * The unit tests of one project, in a runner of its own: one that cannot start hides no other.
 * @param {string} project
 * @param {number} [timeLimit] ms
 */
export async function runUnitTests(project, timeLimit = 15 * minute) {
  const report = freshReport(`unit-${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters]
  const { code } = await runTool('vitest', args, { timeLimit })
  return tallyOfReport(report, code, readVitest)
}

/** The journeys of e2e/, against what was built. */
export const runJourneys = () => runPlaywright('e2e')

/**
 * The journeys in browsers other than Chromium.
 * @param {string[]} args more for Playwright
 */
export const runJourneysElsewhere = (args) =>
  runPlaywright('e2e-browsers', ['--config=browsers.config.ts', ...args])

/**
 * Weathers, or kills of the browser, as weather.config.ts has them.
 * @param {'weather' | 'kills'} project
 * @param {string[]} [args] more for Playwright
 * @returns {Promise<number>} the exit code
 */
export async function runWeather(project, args = []) {
  const options = ['--config=weather.config.ts', `--project=${project}`, ...args]
  const run = await runTool('@playwright/test', ['test', ...options], { bin: 'playwright' })
  return run.code
}

/**
 * 200 kills of the server on either database, or as many as KILLS says.
 * @returns {Promise<number>} the exit code
 */
export async function runServerKills() {
  const env = { KILLS: process.env.KILLS ?? '200' }
  return (await runTool('vitest', ['run', '--project', 'server', 'test/kills.test.ts'], { env }))
    .code
}

/**
 * @param {string} name of its report
 * @param {string[]} [args]
 */
async function runPlaywright(name, args = []) {
  const report = freshReport(name)
  const { code } = await runTool('@playwright/test', ['test', '--reporter=list,json', ...args], {
    bin: 'playwright',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeLimit: 30 * minute,
  })
  return tallyOfReport(report, code, readPlaywright)
}

/** @param {string} name */
function freshReport(name) {
  const file = at('reports', `${name}.json`)
  rmSync(file, { force: true })
  return file
}
