import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
    const file = process.env[ERRORS_FILE] ?? ''
    mkdirSync(dirname(file), { recursive: true })
    // The cause of an error may contain itself, and has no place in JSON.
    writeFileSync(file, JSON.stringify(errors, ['message', 'stack', 'VITEST_TEST_PATH']))
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
