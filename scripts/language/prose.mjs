import ts from 'typescript'
import { isCode, parse } from './sources.mjs'

/** @typedef {{ line: number, text: string }} Prose */

const testFunctions = /^(?:test|it|describe)\b/
const rules = [
  { problem: 'cites the specification, which is not in the repository', pattern: /spec\s+§/ },
  { problem: 'has a pronoun for one person', pattern: /\b(?:he|she|his|hers?|him)\b/i },
]

/**
 * What the prose of a file breaks, a sentence each: the comments and test titles of code, and every
 * line of a document that is neither code nor a quotation.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function findInProse(file, text) {
  return proseOf(file, text).flatMap((prose) =>
    rules
      .filter(({ pattern }) => pattern.test(prose.text))
      .map(({ problem }) => `${file}:${prose.line} ${problem}: ${excerpt(prose.text)}`),
  )
}

/** @param {string} text */
function excerpt(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 100)} …` : line
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Prose[]}
 */
function proseOf(file, text) {
  if (isCode(file)) return proseOfCode(parse(file, text))
  if (file.endsWith('.md')) return linesOf(withoutQuotes(text))
  return /\.(?:css|html|yaml|yml)$/.test(file) ? linesOf(text) : []
}

/** @param {string} text */
const linesOf = (text) => text.split('\n').map((line, index) => ({ line: index + 1, text: line }))

/** @param {string} text */
const withoutQuotes = (text) =>
  text.replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, '""').replaceAll(/https?:\S+/g, '')

/**
 * @param {ts.SourceFile} source
 * @returns {Prose[]}
 */
function proseOfCode(source) {
  /** @type {Map<number, string>} */
  const found = new Map()
  /** @param {ts.Node} node */
  const visit = (node) => {
    for (const { pos, end } of commentsOf(source, node)) found.set(pos, source.text.slice(pos, end))
    for (const title of titlesOf(node)) found.set(title.getStart(source), title.text)
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...found].flatMap(([start, text]) => {
    const first = source.getLineAndCharacterOfPosition(start).line
    return linesOf(text).map((one) => ({ ...one, line: first + one.line }))
  })
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Node} node
 */
function commentsOf(source, node) {
  // The text of JSX may contain // without being a comment.
  if (ts.isJsxText(node) || node.getChildCount(source) > 0) return []
  return [
    ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
    ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
  ]
}

/**
 * The title of a test or of a group of tests, and the rows of its table.
 * @param {ts.Node} node
 * @returns {(ts.StringLiteralLike | ts.TemplateLiteralToken)[]}
 */
function titlesOf(node) {
  if (!ts.isCallExpression(node) || !testFunctions.test(node.expression.getText())) return []
  return node.arguments.filter((argument) => !ts.isFunctionLike(argument)).flatMap(stringsIn)
}

/**
 * @param {ts.Node} node
 * @returns {(ts.StringLiteralLike | ts.TemplateLiteralToken)[]}
 */
function stringsIn(node) {
  /** @type {(ts.StringLiteralLike | ts.TemplateLiteralToken)[]} */
  const strings = []
  /** @param {ts.Node} part */
  const visit = (part) => {
    if (ts.isStringLiteralLike(part) || ts.isTemplateLiteralToken(part)) strings.push(part)
    ts.forEachChild(part, visit)
  }
  visit(node)
  return strings
}
