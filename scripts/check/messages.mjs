import ts from 'typescript'

const LETTER = /\p{L}/u

/** The name endings of attributes, props and fields whose text the runner reads or hears: `label`, `removeLabel`. */
const TEXT_NAME =
  /(?:alt|description|error|heading|hint|label|message|note|placeholder|sentence|text|title)$/i
const NOT_TEXT = new Set(['enterKeyHint', 'statusText'])

/**
 * @param {string} file
 * @param {string} source
 */
export function parse(file, source) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
}

/**
 * The keys of the messages.
 * @param {ts.SourceFile[]} messages the files of one language
 * @returns {string[]}
 */
export function keysOf(messages) {
  return nodesOf(messages).flatMap((node) =>
    ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) ? [node.name.text] : [],
  )
}

/**
 * The keys that no file uses. A template such as `upload.${problem}` uses every key that it can become.
 * @param {string[]} keys
 * @param {ts.SourceFile[]} files
 * @returns {string[]}
 */
export function unusedKeys(keys, files) {
  /** @type {Set<string>} */
  const used = new Set()
  /** @type {RegExp[]} */
  const patterns = []
  for (const node of nodesOf(files)) {
    if (ts.isStringLiteralLike(node)) used.add(node.text)
    if (ts.isTemplateExpression(node)) patterns.push(patternOf(node))
  }
  return keys.filter((key) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)))
}

/**
 * The strings that the runner would read or hear although they are no message: between tags, in an attribute, or in a
 * field such as the `message` of a toast. Each result has the form `file:line "string"`.
 * @param {string[]} keys of messages, which a look-up table may contain
 * @param {ts.SourceFile[]} files
 * @returns {string[]}
 */
export function bareStrings(keys, files) {
  const keySet = new Set(keys)
  return nodesOf(files)
    .flatMap(textsOf)
    .filter(({ text }) => LETTER.test(text) && !keySet.has(text))
    .map(placeOf)
}

/**
 * The texts of one node: its text between tags, or the values of an expression that is shown.
 * @param {ts.Node} node
 * @returns {ts.LiteralLikeNode[]}
 */
function textsOf(node) {
  if (ts.isJsxText(node)) return [node]
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return valuesOf(node.expression)
  if (ts.isJsxAttribute(node) && isTextName(node.name)) return valuesOf(node.initializer)
  if (ts.isPropertyAssignment(node) && isTextName(node.name)) return valuesOf(node.initializer)
  // The default of a prop.
  if (ts.isBindingElement(node) && isTextName(node.name)) return valuesOf(node.initializer)
  return []
}

/** @param {ts.Node} name */
function isTextName(name) {
  const text = name.getText()
  return TEXT_NAME.test(text) && !NOT_TEXT.has(text)
}

/**
 * The literals that an expression can become or contains. It does not follow names and calls.
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
  // For `['…', '…'].join()` the result of the method still contains the letters.
  if (ts.isCallExpression(node)) return valuesOf(node.expression)
  if (ts.isPropertyAccessExpression(node)) return valuesOf(node.expression)
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return valuesOf(node.expression)
  return []
}

/**
 * Whether the value of the expression is one of its sides or contains both.
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
  // A template that begins with an expression would match every key.
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
