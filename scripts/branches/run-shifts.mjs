import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { at } from '../process/repository.mjs'
import { runTool } from '../process/run.mjs'
import { countBranches } from './count-branches.mjs'

/** @typedef {import('./count-branches.mjs').FileCoverage & { path: string }} FileReport */

const reports = 'reports/branches'

/**
 * Plays simulated shifts with a count at each branch of the folders. The phones have copies of the app, and the report
 * has the sum of their counts. A file that no shift loads is part of it.
 * @param {string[]} folders
 * @param {NodeJS.ProcessEnv} env RUNS and SEED
 * @returns {Promise<boolean>} whether the shifts passed
 */
export async function playShifts(folders, env) {
  rmSync(at(reports), { recursive: true, force: true })
  const coverage = [
    'enabled',
    'provider=istanbul',
    'reporter=json',
    `reportsDirectory=${at(reports)}`,
    'exclude=**/*.test.ts',
    // Without it the report has only the files that were loaded.
    'cleanOnRerun=false',
    // A failed run has a report, too.
    'reportOnFailure',
    ...folders.map((folder) => `include=${folder}**/*.ts`),
  ]
  const tests = ['faults/first-share.test.ts', 'faults/second-share.test.ts']
  const args = [
    'run',
    '--project',
    'faults',
    ...tests,
    ...coverage.map((one) => `--coverage.${one}`),
  ]
  const { code } = await runTool('vitest', args, { env })
  return code === 0
}

/**
 * The branches of the last run.
 * @returns {import('./count-branches.mjs').Branch[]}
 */
export function readBranches() {
  const file = at(reports, 'coverage-final.json')
  if (!existsSync(file)) throw new Refusal('The run has no report of its branches.')
  /** @type {Record<string, FileReport>} */
  const coverage = JSON.parse(readFileSync(file, 'utf8'))
  return Object.values(coverage)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((one) => countBranches(relative(at(), one.path), readFileSync(one.path, 'utf8'), one))
}
