import { findConditions } from './source-branches.mjs'

/** @typedef {import('./source-branches.mjs').Condition} Condition */

/**
 * What Istanbul reports about a file, as far as it is read here.
 * @typedef {object} FileCoverage
 * @property {Record<string, ReportedCondition>} branchMap
 * @property {Record<string, number[]>} b how often each branch was taken, by the key of its condition
 */

/** @typedef {{ type: string, loc: { start: { line: number, column: number } }, locations: unknown[] }} ReportedCondition */

/**
 * @typedef {object} Place
 * @property {string} file
 * @property {number} line from 1
 * @property {string} branch its source text, in one line
 * @property {string} where the names of the functions around it
 * @property {boolean} isTaken
 */

/** @typedef {Place & { around: Place[] }} Branch the places around it contain it, or are the operands before it */

/**
 * The branches of a file. A condition that only the report or only the source has is an error: the source has changed.
 * @param {string} file
 * @param {string} text of the file
 * @param {FileCoverage} coverage
 * @returns {Branch[]}
 */
export function countBranches(file, text, { branchMap, b }) {
  const pairs = pairConditions(file, findConditions(file, text), branchMap)
  const found = pairs.flatMap(({ condition, key }) =>
    condition.branches.map(({ text: branch, where, ...range }, index) => {
      const isTaken = (b[key]?.[index] ?? 0) > 0
      return { condition, range, branch: { file, line: condition.line, branch, where, isTaken } }
    }),
  )
  return found.map(({ condition, branch }, index) => ({
    ...branch,
    around: found
      .filter((other, at) =>
        other.condition === condition
          ? // Without one operand the next ones are not read either.
            condition.type === 'binary-expr' && at < index
          : contains(other.range, condition.start),
      )
      .map((other) => other.branch),
  }))
}

/** @type {(range: { start: number, end: number }, offset: number) => boolean} */
const contains = ({ start, end }, offset) => start <= offset && offset < end

/**
 * @param {string} file
 * @param {Condition[]} conditions of the source
 * @param {Record<string, ReportedCondition>} reported
 */
function pairConditions(file, conditions, reported) {
  const left = new Map(Object.entries(reported))
  /** @param {(condition: Condition, reported: ReportedCondition) => boolean} isSame */
  const pair = (isSame) => (/** @type {Condition} */ condition) => {
    const [key] = [...left].find(([, one]) => isSame(condition, one)) ?? []
    if (key !== undefined) left.delete(key)
    return { condition, key }
  }
  const exact = conditions.map(pair(isAt))
  const pairs = exact.map((one) => (one.key === undefined ? pair(isOnLine)(one.condition) : one))
  const isOther = left.size > 0 || pairs.some(({ key }) => key === undefined)
  if (isOther) throw new Error(`The report is not of this version of ${file}`)
  return pairs.map(({ condition, key = '' }) => ({ condition, key }))
}

/** @type {(condition: Condition, reported: ReportedCondition) => boolean} */
const isOnLine = ({ type, line, branches }, { type: reported, loc, locations }) =>
  type === reported && line === loc.start.line && branches.length === locations.length

/**
 * Where a condition begins with `await` or in brackets, the report has another column.
 * @type {(condition: Condition, reported: ReportedCondition) => boolean}
 */
const isAt = (condition, reported) =>
  isOnLine(condition, reported) && condition.column === reported.loc.start.column
