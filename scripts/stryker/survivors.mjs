import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { at } from '../process/repository.mjs'

/** @typedef {import('./run-stryker.mjs').MutantResult} MutantResult */

/**
 * @typedef {object} Survivor a mutant that no test found
 * @property {string} file
 * @property {string} was the first line that the mutant changes
 * @property {string} becomes the same line with the mutant
 */

/**
 * @typedef {object} Judgement
 * @property {'equivalent' | 'accepted' | 'to be tested'} verdict equivalent: no test can see a difference; accepted: the
 *   difference does not matter
 * @property {string} reason
 * @property {Survivor[]} survivors
 */

const killed = ['Killed', 'Timeout']
const alive = ['Survived', 'NoCoverage']

/** @param {MutantResult[]} results */
const count = (results) => ({
  killed: results.filter(({ status }) => killed.includes(status)).length,
  alive: results.filter(({ status }) => alive.includes(status)).length,
  untested: results.filter(({ status }) => status === 'Ignored').length,
})

/**
 * The counts of each folder, and of all of them under the name `all`.
 * @param {MutantResult[]} results
 */
export function countByFolder(results) {
  const folderOf = (/** @type {MutantResult} */ { fileName }) => dirname(pathOf(fileName))
  const byFolder = [...new Set(results.map(folderOf))].map(
    (folder) => /** @type {const} */ ([folder, results.filter((one) => folderOf(one) === folder)]),
  )
  return [...byFolder, /** @type {const} */ (['all', results])].map(([folder, some]) => {
    const counts = count(some)
    const tested = counts.killed + counts.alive
    return { folder, ...counts, score: tested === 0 ? 100 : (100 * counts.killed) / tested }
  })
}

/**
 * @param {MutantResult[]} results
 * @returns {Survivor[]}
 */
export const listSurvivors = (results) =>
  results.filter(({ status }) => alive.includes(status)).map(describe)

/**
 * @param {Survivor[]} survivors
 * @param {Judgement[]} judgements
 * @returns {Survivor[]} those without a judgement
 */
export function listUnjudged(survivors, judgements) {
  const judged = new Set(judgements.flatMap((judgement) => judgement.survivors.map(keyOf)))
  return survivors.filter((survivor) => !judged.has(keyOf(survivor)))
}

const keyOf = (/** @type {Survivor} */ { file, was, becomes }) => `${file}\n${was}\n${becomes}`

/**
 * @param {MutantResult} result
 * @returns {Survivor}
 */
function describe({ fileName, location: { start, end }, replacement }) {
  // Stryker counts lines and columns from 1.
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const [first = '', last = ''] = [lines[start.line - 1], lines[end.line - 1]]
  const becomes = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1)
  return {
    file: pathOf(fileName),
    was: first.trim(),
    becomes: becomes.split('\n').join(' ').trim(),
  }
}

const pathOf = (/** @type {string} */ file) => relative(at(), file).split(sep).join('/')
