import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] the names of the failed tests with the first lines of their errors, if the report has
 *   them
 */

/**
 * The tally of one step that passes or fails.
 * @param {boolean} hasPassed
 * @returns {Tally}
 */
export const tallyOf = (hasPassed) => ({ passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 })

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
})

/**
 * Reads the report of a test runner. A test that did not run counts as failed. The step also fails when no test ran,
 * when the runner ended with an error, or when there is no report.
 * @template Report the JSON that the runner writes
 * @param {string} reportFile
 * @param {number} code the runner's exit code
 * @param {(report: Report) => Tally} read
 * @returns {Tally}
 */
export function tallyOfReport(reportFile, code, read) {
  const tally = readReport(reportFile, read)
  const isInvalid = code !== 0 || tally.passed === 0
  return { ...tally, failed: tally.failed === 0 && isInvalid ? 1 : tally.failed }
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
    console.log(`This step has no report: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

/** Lines of an error in the summary. They name the failed step of a test, not only its title. */
const LINES = 16

/**
 * @param {string} name of a failed test
 * @param {(string | undefined)[]} [errors] with their stacks
 */
function failureOf(name, errors = []) {
  const lines = errors.flatMap((error) => stripVTControlCharacters(error ?? '').split('\n'))
  const first = lines.filter((line) => line.trim() !== '').slice(0, LINES)
  return [name, ...first.map((line) => `    ${line}`)].join('\n')
}

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Assertion */

/**
 * @typedef {object} VitestReport
 * @property {number} numTotalTests
 * @property {number} numPassedTests
 * @property {{ name?: string, status?: string, assertionResults: Assertion[] }[]} testResults
 */

/**
 * @param {VitestReport} report
 * @returns {Tally}
 */
export const readVitest = ({ numTotalTests, numPassedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numTotalTests - numPassedTests,
  failures: testResults.flatMap(({ name, status, assertionResults }) =>
    // A file with a load error has no tests.
    assertionResults.length === 0 && status === 'failed'
      ? [String(name)]
      : assertionResults
          .filter((one) => one.status !== 'passed')
          .map((one) => failureOf(one.fullName, one.failureMessages)),
  ),
})

/**
 * Adds the errors that belong to no test. The exit code of the run has counted them as one failure.
 * @param {Tally} tally
 * @param {import('./unhandled-errors.mjs').UnhandledError[]} errors
 * @returns {Tally}
 */
export const withUnhandled = ({ failures = [], ...tally }, errors) => ({
  ...tally,
  failures: [
    ...failures,
    ...errors.map(({ VITEST_TEST_PATH: path = 'a test file', stack, message }) =>
      failureOf(`an error outside of the tests of ${path}`, [stack ?? message]),
    ),
  ],
})

/** @typedef {{ status: string, results?: { errors: { stack?: string, message?: string }[] }[] }} PlaywrightTest */

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, file: string, tests: PlaywrightTest[] }[]} specs
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
    .map(({ file, title, tests }) => failureOf(`${file}: ${title}`, errorsOf(tests))),
})

/** @param {PlaywrightTest[]} tests */
const errorsOf = (tests) =>
  tests
    .filter(({ status }) => status !== 'expected')
    .flatMap(({ results = [] }) => results.flatMap(({ errors }) => errors))
    .map(({ stack, message }) => stack ?? message)

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSuite['specs']}
 */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
