import { dirname } from 'node:path'
import { countAll, findExplanation } from './explanations.mjs'

/** @typedef {import('./count-branches.mjs').Branch} Branch */
/** @typedef {import('./explanations.mjs').Explanation} Explanation */

/**
 * The untaken branches by folder and file. A number is that of the explanation, from 1.
 * @param {Branch[]} branches
 * @param {Explanation[]} explanations
 * @returns {string[]} lines
 */
export const listUntaken = (branches, explanations) => {
  const untaken = branches.filter(({ isTaken }) => !isTaken)
  return groupBy(untaken, ({ file }) => dirname(file)).flatMap(([folder, ofFolder]) => [
    '',
    `${folder}: ${ofFolder.length} branches not taken`,
    ...groupBy(ofFolder, ({ file }) => file).flatMap(([file, ofFile]) => [
      `  ${file}`,
      ...ofFile.map((branch) => describe(branch, findExplanation(branch, explanations))),
    ]),
  ])
}

/** @type {(branch: Branch, explanation: number) => string} */
const describe = ({ line, branch }, explanation) =>
  `${String(line).padStart(8)}  ${explanation < 0 ? 'not explained' : `explanation ${explanation + 1}`}: ${branch}`

/**
 * @param {Explanation[]} explanations
 * @returns {string[]} lines
 */
export const listExplanations = (explanations) =>
  explanations.map(({ reason, tests }, index) => {
    const named = tests.length > 0 ? ` Tests of this code: ${tests.join(', ')}.` : ''
    return `${String(index + 1).padStart(4)}  ${reason}${named}`
  })

/**
 * The counts of each folder and of all of them.
 * @param {Branch[]} branches
 * @param {string[]} folders
 * @param {Explanation[]} explanations
 * @returns {string[]} lines
 */
export const listCounts = (branches, folders, explanations) =>
  [...folders, ''].map((folder) => {
    const some = branches.filter(({ file }) => file.startsWith(folder))
    const { all, taken, explained, unexplained } = countAll(some, explanations)
    return `${folder || 'all'}: ${taken} of ${all} branches taken, ${explained} explained, ${unexplained} not explained`
  })

/**
 * @template T
 * @param {T[]} all
 * @param {(one: T) => string} keyOf
 * @returns {[string, T[]][]} in the order of the first of each group
 */
const groupBy = (all, keyOf) =>
  [...new Set(all.map(keyOf))].map((key) => [key, all.filter((one) => keyOf(one) === key)])
