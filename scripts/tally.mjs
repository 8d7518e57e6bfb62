import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Tally */

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
  const { passed, failed } = readReport(reportFile, read)
  const isUnsound = code !== 0 || passed === 0
  return { passed, failed: failed === 0 && isUnsound ? 1 : failed }
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
 * @param {{ numTotalTests: number, numPassedTests: number }} report of Vitest
 * @returns {Tally}
 */
export const readVitest = ({ numTotalTests, numPassedTests }) => ({
  passed: numPassedTests,
  failed: numTotalTests - numPassedTests,
})

/**
 * @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }} report of Playwright
 * @returns {Tally}
 */
export const readPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
})
