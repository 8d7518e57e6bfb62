import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] what to call the tests that failed, as far as the runner told
 */

/**
 * One step that either holds or does not.
 * @param {boolean} holds
 * @returns {Tally}
 */
export const tallyOf = (holds) => ({ passed: holds ? 1 : 0, failed: holds ? 0 : 1 })

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
})

/**
 * What a test runner reports, made honest: a test that did not run has not passed, and neither has
 * a runner that ran nothing, ended with an error or left no report.
 * @template Report what the runner writes as JSON
 * @param {string} reportFile
 * @param {number} code the runner's exit code
 * @param {(report: Report) => Tally} read
 * @returns {Tally}
 */
export function tallyOfReport(reportFile, code, read) {
  const tally = readReport(reportFile, read)
  const isUnsound = code !== 0 || tally.passed === 0
  return { ...tally, failed: tally.failed === 0 && isUnsound ? 1 : tally.failed }
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Tally} read
 * @returns {Tally}
 */
function readReport(file, read) {
  try {
    return read(/** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8'))))
  } catch (error) {
    console.log(`No report of this step: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

/**
 * @typedef {object} VitestReport
 * @property {number} numTotalTests
 * @property {number} numPassedTests
 * @property {{ name?: string, status?: string, assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/**
 * @param {VitestReport} report
 * @returns {Tally}
 */
export const readVitest = ({ numTotalTests, numPassedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numTotalTests - numPassedTests,
  failures: testResults.flatMap(({ name, status, assertionResults }) =>
    // A file that could not be loaded has no tests.
    assertionResults.length === 0 && status === 'failed'
      ? [String(name)]
      : assertionResults.flatMap((one) => (one.status === 'passed' ? [] : [one.fullName])),
  ),
})

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, file: string, tests: { status: string }[] }[]} specs
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>} stats
 * @property {PlaywrightSuite[]} suites
 */

/**
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export const readPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
  failures: suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file, title }) => `${file}: ${title}`),
})

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSuite['specs']}
 */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
