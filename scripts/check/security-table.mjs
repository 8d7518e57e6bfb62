/**
 * @typedef {object} Row
 * @property {string} number such as `1.2.4`
 * @property {string} level
 * @property {string} state
 * @property {string} control
 * @property {string} reason the tests of a `met` row, the reason of another
 */

const states = new Set(['met', 'not met', 'does not apply'])
const number = String.raw`\d+\.\d+\.\d+`
const testFile = /\.(?:test|spec)\.(?:tsx?|mjs)$/
const path = /^[\w.][\w.-]*(?:\/[\w.-]+)+$|^[\w.-]+\.(?:ts|mjs|cjs|json|md)$/

/**
 * The rows of all tables of docs/security.md whose first cell is a number.
 * @param {string} markdown
 * @returns {Row[]}
 */
export function readRows(markdown) {
  return markdown.split('\n').flatMap((line) => {
    if (!/^\| *[\d.]*\d\.\d/.test(line)) return []
    const cells = line.split('|').map((cell) => cell.trim())
    const [, found = '', level = '', , state = '', control = '', reason = ''] = cells
    return [{ number: found, level, state, control, reason }]
  })
}

/**
 * The numbers in bold type of the section "Open".
 * @param {string} markdown
 * @returns {string[]}
 */
export function readOpen(markdown) {
  const [, section = ''] = /^## Open\n([^]*?)(?=^## |$(?![^]))/m.exec(markdown) ?? []
  const bold = section.match(/\*\*[^*]+\*\*/g) ?? []
  return bold.flatMap((text) => text.match(new RegExp(number, 'g')) ?? [])
}

/**
 * What is wrong with the table, a sentence each. Without problems the list is empty.
 * @param {string} markdown
 * @param {Readonly<Record<string, number>>} levels by number, of every requirement that the table must have
 * @param {(path: string) => boolean} exists
 * @returns {string[]}
 */
export function findTableProblems(markdown, levels, exists) {
  const rows = readRows(markdown)
  const numbers = rows.map((row) => row.number)
  const missing = Object.keys(levels).filter((one) => !numbers.includes(one))
  const twice = numbers.filter((one, index) => numbers.indexOf(one) !== index)
  return [
    ...missing.map((one) => `${one} has no row.`),
    ...twice.map((one) => `${one} has two rows.`),
    ...rows.flatMap((row) => problemsOf(row, levels, exists)),
    ...openProblems(rows, readOpen(markdown)),
  ]
}

/**
 * @param {Row} row
 * @param {Readonly<Record<string, number>>} levels
 * @param {(path: string) => boolean} exists
 */
function problemsOf(row, levels, exists) {
  const controls = pathsIn(row.control)
  const named = pathsIn(row.reason)
  const problems = [...controls, ...named]
    .filter((one) => !exists(one))
    .map((one) => `names ${one}, which is not there.`)
  if (!(row.number in levels)) problems.push('is no requirement of level 1 or 2.')
  else if (row.level !== String(levels[row.number])) problems.push('has another level.')
  if (!states.has(row.state)) problems.push(`has no known state: ${row.state}`)
  if (row.state === 'met') {
    if (controls.length === 0) problems.push('is met and names no file with the control.')
    if (!named.some((one) => testFile.test(one))) problems.push('is met and names no test.')
  } else if (row.reason.split(/\s+/).length < 3) problems.push('has no reason.')
  return problems.map((problem) => `${row.number} ${problem}`)
}

/**
 * @param {Row[]} rows
 * @param {string[]} open
 */
function openProblems(rows, open) {
  const notMet = rows.filter(({ state }) => state === 'not met').map((row) => row.number)
  return [
    ...notMet
      .filter((one) => !open.includes(one))
      .map((one) => `${one} is not met and not in "Open".`),
    ...open
      .filter((one) => !notMet.includes(one))
      .map((one) => `${one} is in "Open" and not "not met".`),
  ]
}

/** @param {string} cell */
function pathsIn(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)]
    .map(([, code]) => code ?? '')
    .filter((code) => path.test(code))
}
