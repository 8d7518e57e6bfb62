import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findKiller, plant } from '../../faults/mutants/mutant.mjs'
import { runTool } from '../process/run.mjs'

/** @typedef {import('../../faults/mutants/mutant.mjs').Mutant} Mutant */

const minute = 60_000

/**
 * Plants a bug in a private copy, runs the tests that must find it, and removes it again.
 * @param {string} folder
 * @param {Mutant} mutant
 */
export async function killMutant(folder, mutant) {
  const file = join(folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, plant(mutant, source))
  try {
    const { isSound, failed, problem } = await runKiller(folder, findKiller(mutant.killer))
    // If the source cannot be loaded, no test runs, and that proves nothing.
    const by = failed ?? (isSound ? 'no test failed' : `no test ran: ${problem}`)
    return { isKilled: isSound && failed !== undefined, by }
  } finally {
    writeFileSync(file, source)
  }
}

/**
 * @param {string} folder
 * @param {{ args: string[], env: Record<string, string> }} killer
 * @returns {Promise<{ isSound: boolean, failed: string | undefined, problem: string }>} whether tests ran; the message of
 *   the first failed test; why no test ran
 */
export async function runKiller(folder, { args, env }) {
  const report = join(folder, 'mutant-report.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  await runTool('vitest', ['run', '--bail=1', ...args, ...reporters], {
    cwd: folder,
    env,
    quiet: true,
    timeLimit: 15 * minute,
  })
  return readReport(report)
}

/** @param {string} file */
function readReport(file) {
  /** @type {{ numPassedTests: number, testResults: { message?: string, assertionResults: Assertion[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.find(({ status }) => status === 'failed')
  return {
    isSound: failed !== undefined || report.numPassedTests > 0,
    failed: failed && `${failed.title}: ${failureOf(failed)}`,
    problem: report.testResults.flatMap(({ message }) => message || []).join(' '),
  }
}

/** @typedef {{ status: string, title: string, failureMessages: string[] }} Assertion */

/** The violated invariant of a simulated shift, or the first line of any other failure. */
function failureOf(/** @type {Assertion} */ { failureMessages }) {
  const lines = (failureMessages[0] ?? '').split('\n')
  return (lines.find((line) => line.startsWith('  - ')) ?? lines[0] ?? '').trim().slice(0, 120)
}
