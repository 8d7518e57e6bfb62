import ts from 'typescript'

const LETTER = /\p{L}/u

/** The attributes, props and fields that a person reads or hears end so: `label`, `removeLabel` and `aria-label`. */
const SPOKEN =
  /(?:alt|description|error|heading|hint|label|message|note|placeholder|sentence|text|title)$/i
const UNSPOKEN = new Set(['enterKeyHint', 'statusText'])

/**
 * @param {string} file
 * @param {string} source
 */
export function parse(file, source) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
}

/**
 * The keys of the catalogue.
 * @param {ts.SourceFile[]} catalogue the files of one language
 * @returns {string[]}
 */
export function keysOf(catalogue) {
  return nodesOf(catalogue).flatMap((node) =>
    ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) ? [node.name.text] : [],
  )
}

/**
 * The keys that none of the files names. A template such as `upload.${problem}` names all that it can become.
 * @param {string[]} keys
 * @param {ts.SourceFile[]} files
 * @returns {string[]}
 */
export function unusedKeys(keys, files) {
  /** @type {Set<string>} */
  const named = new Set()
  /** @type {RegExp[]} */
  const patterns = []
  for (const node of nodesOf(files)) {
    if (ts.isStringLiteralLike(node)) named.add(node.text)
    if (ts.isTemplateExpression(node)) patterns.push(patternOf(node))
  }
  return keys.filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))
}

/**
 * The strings with letters that a person would read or hear and that are no message: between tags, in an attribute, in
 * a field such as a toast's `message`. `file:line "string"` each.
 * @param {string[]} keys which a look-up table may hold
 * @param {ts.SourceFile[]} files
 * @returns {string[]}
 */
export function bareStrings(keys, files) {
  const known = new Set(keys)
  return nodesOf(files)
    .flatMap(spokenParts)
    .filter(({ text }) => LETTER.test(text) && !known.has(text))
    .map(placeOf)
}

/**
 * What a node says by itself: its text between tags, or the values of its expression where a person meets them.
 * @param {ts.Node} node
 * @returns {ts.LiteralLikeNode[]}
 */
function spokenParts(node) {
  if (ts.isJsxText(node)) return [node]
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return valuesOf(node.expression)
  if (ts.isJsxAttribute(node) && isSpoken(node.name)) return valuesOf(node.initializer)
  if (ts.isPropertyAssignment(node) && isSpoken(node.name)) return valuesOf(node.initializer)
  // The default of a prop.
  if (ts.isBindingElement(node) && isSpoken(node.name)) return valuesOf(node.initializer)
  return []
}

/** @param {ts.Node} name */
function isSpoken(name) {
  const text = name.getText()
  return SPOKEN.test(text) && !UNSPOKEN.has(text)
}

/**
 * The literals that an expression can become, or be made of; what a call or a name stands for is not looked into.
 * @param {ts.Node | undefined} node
 * @returns {ts.LiteralLikeNode[]}
 */
function valuesOf(node) {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node]
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(valuesOf)
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [...valuesOf(span.expression), span.literal])
    return [node.head, ...spans]
  }
  if (ts.isBinaryExpression(node))
    return joins(node) ? [node.left, node.right].flatMap(valuesOf) : []
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(valuesOf)
  // `['…', '…'].join()`: what a method makes of it holds its letters still.
  if (ts.isCallExpression(node)) return valuesOf(node.expression)
  if (ts.isPropertyAccessExpression(node)) return valuesOf(node.expression)
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return valuesOf(node.expression)
  return []
}

/**
 * Whether the value of the expression is one of its sides, or both.
 * @param {ts.BinaryExpression} node
 */
function joins({ operatorToken: { kind } }) {
  return (
    kind === ts.SyntaxKind.PlusToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken
  )
}

/**
 * @param {ts.TemplateExpression} template
 * @returns {RegExp}
 */
function patternOf({ head, templateSpans }) {
  const parts = [head, ...templateSpans.map(({ literal }) => literal)]
  // One that begins with a place would name everything.
  const begin = head.text === '' ? '(?!)' : ''
  return new RegExp(`^${begin}${parts.map(({ text }) => escape(text)).join('.+')}$`, 'u')
}

/** @param {string} text */
const escape = (text) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** @param {ts.LiteralLikeNode} node */
function placeOf(node) {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  return `${source.fileName}:${line + 1} "${node.text.trim()}"`
}

/**
 * All nodes of the files.
 * @param {ts.SourceFile[]} files
 * @returns {ts.Node[]}
 */
function nodesOf(files) {
  /** @type {ts.Node[]} */
  const nodes = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  files.forEach(visit)
  return nodes
}
