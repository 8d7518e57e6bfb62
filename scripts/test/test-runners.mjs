import { rmSync } from 'node:fs'
import { at } from '../process/repository.mjs'
import { runTool } from '../process/run.mjs'
import { readPlaywright, readVitest, tallyOfReport, withUnhandled } from './tally.mjs'
import { ERRORS_FILE, readUnhandledErrors } from './unhandled-errors.mjs'

const minute = 60_000

/** The projects of vitest.config.ts. */
export const unitProjects = ['scripts', 'domain', 'server', 'web', 'faults', 'restores']

/** The projects of playwright.config.ts that are part of `npm test`. */
export const defaultProjects = ['our server', 'plain portal', 'network conditions, quick']

/**
 * Runs the unit tests of one project in a separate runner. So a project that cannot start does not stop the others.
 * @param {string} project
 * @param {number} [timeLimit] ms
 */
export async function runUnitTests(project, timeLimit = 60 * minute) {
  const report = newReport(`unit-${project}`)
  const errors = newReport(`unit-${project}-unhandled`)
  const reporters = ['default', 'json', at('scripts/test/unhandled-errors.mjs')]
  const args = ['run', '--project', project, `--outputFile.json=${report}`]
  const { code } = await runTool(
    'vitest',
    [...args, ...reporters.map((one) => `--reporter=${one}`)],
    {
      timeLimit,
      env: { [ERRORS_FILE]: errors },
    },
  )
  const tally = tallyOfReport(report, code, readVitest)
  return withUnhandled(tally, readUnhandledErrors(errors))
}

/**
 * Runs 200 kills of the server on either database. KILLS is another number.
 * @returns {Promise<number>} the exit code
 */
export async function runServerKills() {
  const env = { KILLS: process.env.KILLS ?? '200' }
  const args = ['run', '--project', 'server', 'test/process/repeated-kills.test.ts']
  return (await runTool('vitest', args, { env })).code
}

/**
 * Fills a small disk at 60 ends of segments. SEGMENT_ENDS is another number.
 * @returns {Promise<number>} the exit code
 */
export async function runFullDisk() {
  const env = { SEGMENT_ENDS: process.env.SEGMENT_ENDS ?? '60' }
  const args = ['run', '--project', 'server', 'test/full-disk/']
  return (await runTool('vitest', args, { env })).code
}

/**
 * Runs the whole attack on either database. REQUESTS and FILES are other numbers.
 * @returns {Promise<number>} the exit code
 */
export async function runAttack() {
  const { REQUESTS = '10000', FILES = '200' } = process.env
  const args = ['run', '--project', 'server', 'test/attack/']
  return (await runTool('vitest', args, { env: { REQUESTS, FILES } })).code
}

/**
 * Runs projects of playwright.config.ts and counts their tests.
 * @param {string} name of the report
 * @param {string[]} projects
 * @param {string[]} [args] for Playwright
 */
export async function countJourneys(name, projects, args = []) {
  const report = newReport(name)
  const code = await runPlaywright(projects, ['--reporter=list,json', ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeLimit: 60 * minute,
  })
  return tallyOfReport(report, code, readPlaywright)
}

/**
 * @param {string[]} projects of playwright.config.ts. A `--project` in the arguments replaces them.
 * @param {string[]} args for Playwright
 * @param {import('../process/run.mjs').RunOptions} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runPlaywright(projects, args, options) {
  const isChosen = args.some((arg) => arg.startsWith('--project'))
  const chosen = isChosen ? [] : projects.map((project) => `--project=${project}`)
  const command = ['test', ...chosen, ...args]
  return (await runTool('@playwright/test', command, { ...options, bin: 'playwright' })).code
}

/** @param {string} name */
function newReport(name) {
  const file = at('reports', `${name}.json`)
  rmSync(file, { force: true })
  return file
}
