import { readFileSync, writeFileSync } from 'node:fs'

/**
 * An error that belongs to no test, such as a rejected promise of a test that has ended.
 * @typedef {object} UnhandledError
 * @property {string} [message]
 * @property {string} [stack]
 * @property {string} [VITEST_TEST_PATH] the file that ran
 */

/** The environment variable with the file for the errors. */
export const ERRORS_FILE = 'UNHANDLED_ERRORS_FILE'

/** Vitest's JSON report has no errors that belong to no test, although they fail the run. This reporter writes them. */
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly UnhandledError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env[ERRORS_FILE] ?? '', JSON.stringify(errors))
  }
}

/**
 * @param {string} file
 * @returns {UnhandledError[]} none if the run ended before it could write the file
 */
export function readUnhandledErrors(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
