import ts from 'typescript'
import { Refusal } from '../process/refusal.mjs'

/**
 * @typedef {object} Statement
 * @property {string} number such as `R-2.014`
 * @property {string} text
 * @property {string | undefined} untestable why no test is possible
 */

const statementLine = /^- (R-\d\.\d{3}) (.+?)(?: untestable: (.+))?$/
const numberInTitle = /\bR-[\w.]*\w/g
const testFunctions = new Set(['test', 'it', 'describe'])
const notRun = new Set(['skip', 'fixme', 'todo', 'fails', 'fail'])

/**
 * The requirements of docs/requirements.md: list items that begin with a number.
 * @param {string} markdown
 * @returns {Statement[]}
 */
export function readStatements(markdown) {
  return markdown.split('\n').flatMap((line) => {
    if (!/^\s*[-*] +R-/.test(line)) return []
    const [, number, text, untestable] = statementLine.exec(line) ?? []
    // A wrong number must not remove a requirement without notice.
    if (!number || !text) throw new Refusal(`This requirement has no number: ${line}`)
    return [{ number, text, untestable }]
  })
}

/**
 * The numbers in the titles of a test file: in all arguments of `test` and `describe` before their function, also in the
 * tables of `test.each`. Numbers in comments, in test bodies and in skipped tests do not count.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function numbersInTitles(file, source) {
  /** @type {string[]} */
  const numbers = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && testFunctions.has(rootName(node.expression))) {
      for (const argument of node.arguments) {
        if (!ts.isFunctionLike(argument)) numbers.push(...numbersIn(argument))
      }
    }
    ts.forEachChild(node, visit)
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind))
  return numbers
}

/**
 * `test` for `test('…')`, `test.each([…])` and `test.each([…])('…')`.
 * @param {ts.Expression} expression
 * @returns {string}
 */
function rootName(expression) {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isCallExpression(expression)) return rootName(expression.expression)
  if (!ts.isPropertyAccessExpression(expression) || notRun.has(expression.name.text)) return ''
  return rootName(expression.expression)
}

/**
 * @param {ts.Node} node
 * @returns {string[]}
 */
function numbersIn(node) {
  /** @type {string[]} */
  const numbers = []
  /** @param {ts.Node} part */
  const visit = (part) => {
    if (ts.isStringLiteralLike(part) || ts.isTemplateLiteralToken(part)) {
      numbers.push(...(part.text.match(numberInTitle) ?? []))
    }
    ts.forEachChild(part, visit)
  }
  visit(node)
  return numbers
}

/**
 * The problems between requirements and tests, one sentence for each. Without problems the list is empty.
 * @param {Statement[]} statements
 * @param {Map<string, string[]>} testFiles by number, the files with this number in a title
 * @returns {string[]}
 */
export function findGaps(statements, testFiles) {
  const known = new Map(statements.map((statement) => [statement.number, statement]))
  const twice = statements.filter((statement) => known.get(statement.number) !== statement)
  const unknown = [...testFiles].filter(([number]) => !known.has(number))
  const untested = statements.filter(
    ({ number, untestable }) => !untestable && !testFiles.has(number),
  )
  const contradicted = statements.filter(
    ({ number, untestable }) => untestable && testFiles.has(number),
  )
  return [
    ...twice.map(({ number }) => `${number} exists twice.`),
    ...untested.map(({ number, text }) => `${number} has no test: ${text}`),
    ...contradicted.map(({ number }) => `${number} is marked as untestable but has a test.`),
    ...unknown.map(
      ([number, files]) => `${number} is no requirement but is in ${files.join(', ')}.`,
    ),
  ]
}
