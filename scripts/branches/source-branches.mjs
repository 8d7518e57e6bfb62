import ts from 'typescript'
import { parse } from '../language/sources.mjs'

/**
 * @typedef {object} SourceBranch one way that a condition can go
 * @property {string} text the source of the condition up to the end of this way, in one line
 * @property {string} where the names of the functions around it, the outermost first, as `createOutbox/wake`
 * @property {number} start offset of what runs only on this way
 * @property {number} end equal to the start when that is nothing
 */

/**
 * @typedef {object} Condition a place where the code can go several ways
 * @property {string} type as Istanbul names it
 * @property {number} line from 1
 * @property {number} column from 0
 * @property {number} start offset
 * @property {SourceBranch[]} branches in the order of Istanbul
 */

/**
 * The conditions of a source. Istanbul reports the places but not where a branch ends, so the source is parsed here.
 * @param {string} file
 * @param {string} text
 * @returns {Condition[]}
 */
export function findConditions(file, text) {
  const source = parse(file, text)
  /** @type {Condition[]} */
  const conditions = []
  /**
   * @param {ts.Node} node
   * @param {string[]} names of the functions around it
   */
  const visit = (node, names) => {
    const name = nameOfFunction(node)
    const inner = name === undefined ? names : [...names, name]
    const [type, ways = []] = waysOf(node) ?? []
    if (type !== undefined) {
      const begin = node.getStart(source)
      const { line, character } = source.getLineAndCharacterOfPosition(begin)
      conditions.push({
        type,
        line: line + 1,
        column: character,
        start: begin,
        branches: ways.map((way) => describe(way, inner.join('/'))),
      })
    }
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(source, [])
  return conditions
}

/**
 * @typedef {object} Way
 * @property {string} text
 * @property {Range} [runs] what runs only on this way
 */

/** @typedef {{ start: number, end: number }} Range offsets */

/** A line that is a comment. */
const COMMENT = /^\s*\/\/.*$/gm

/**
 * @param {Way} way
 * @param {string} where
 * @returns {SourceBranch}
 */
const describe = ({ text, runs = { start: 0, end: 0 } }, where) => ({
  text: text.replaceAll(COMMENT, '').replaceAll(/\s+/g, ' '),
  where,
  ...runs,
})

/**
 * @param {ts.Node} node
 * @returns {Range}
 */
const rangeOf = (node) => ({ start: node.getStart(), end: node.end })

/**
 * @param {ts.Node} node
 * @returns {[type: string, ways: Way[]] | undefined}
 */
function waysOf(node) {
  const source = node.getSourceFile()
  /** @param {ts.Node} runs */
  const upTo = (runs) => ({
    text: source.text.slice(node.getStart(), runs.end),
    runs: rangeOf(runs),
  })
  if (ts.isIfStatement(node)) return ['if', waysOfIf(node)]
  if (ts.isConditionalExpression(node))
    return ['cond-expr', [node.whenTrue, node.whenFalse].map(upTo)]
  if (ts.isSwitchStatement(node)) return ['switch', node.caseBlock.clauses.map(wayOfCase)]
  if (isLogical(node) && !isPartOfLogical(node))
    return ['binary-expr', listOperands(node).map(upTo)]
  const canHaveDefault = ts.isParameter(node) || ts.isBindingElement(node)
  if (canHaveDefault && node.initializer) return ['default-arg', [upTo(node.initializer)]]
  return undefined
}

/**
 * @param {ts.IfStatement} statement
 * @returns {Way[]}
 */
function waysOfIf({ expression, thenStatement, elseStatement, parent, end }) {
  const condition = `if (${expression.getText()})`
  const rest = leaves(thenStatement) ? { start: end, end: parent.end } : undefined
  return [
    { text: condition, runs: rangeOf(thenStatement) },
    { text: `else of ${condition}`, runs: elseStatement ? rangeOf(elseStatement) : rest },
  ]
}

/**
 * @param {ts.Statement} statement
 * @returns {boolean} whether nothing after it in the block runs
 */
function leaves(statement) {
  if (!ts.isBlock(statement))
    return (
      ts.isReturnStatement(statement) ||
      ts.isThrowStatement(statement) ||
      ts.isContinueStatement(statement)
    )
  const last = statement.statements.at(-1)
  return last !== undefined && leaves(last)
}

/** @param {ts.CaseOrDefaultClause} clause */
const wayOfCase = (clause) => ({
  text: ts.isCaseClause(clause) ? `case ${clause.expression.getText()}` : 'default',
  runs: rangeOf(clause),
})

const logicalOperators = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]

/**
 * @param {ts.Node} node
 * @returns {node is ts.BinaryExpression}
 */
function isLogical(node) {
  return ts.isBinaryExpression(node) && logicalOperators.includes(node.operatorToken.kind)
}

/** @param {ts.Node} node */
function isPartOfLogical({ parent }) {
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent
  return isLogical(parent)
}

/**
 * @param {ts.Node} node
 * @returns {ts.Node}
 */
const withoutBrackets = (node) =>
  ts.isParenthesizedExpression(node) ? withoutBrackets(node.expression) : node

/**
 * @param {ts.Node} node
 * @returns {ts.Node[]}
 */
function listOperands(node) {
  const inner = withoutBrackets(node)
  return isLogical(inner) ? [inner.left, inner.right].flatMap(listOperands) : [node]
}

/**
 * @param {ts.Node} node
 * @returns {string | undefined} also for a function that is the value of a variable or of a property
 */
function nameOfFunction(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node))
    return node.name?.getText()
  const hasValue = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
  const isFunction = hasValue && node.initializer && ts.isFunctionLike(node.initializer)
  return isFunction ? node.name.getText() : undefined
}
