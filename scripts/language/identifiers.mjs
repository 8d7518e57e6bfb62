import ts from 'typescript'
import { parse } from './sources.mjs'

/**
 * @typedef {object} Name
 * @property {string} text
 * @property {number} line 0 for the path of a file
 */

/**
 * The names that a file declares. A name that it only uses is listed where it is declared.
 * @param {string} file
 * @param {string} text
 * @returns {Name[]}
 */
export function declaredNames(file, text) {
  const source = parse(file, text)
  /** @type {Name[]} */
  const names = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = declaredName(node)
    if (name) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
      names.push({ text: name.text, line: line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const declarations = [
  ts.isVariableDeclaration,
  ts.isParameter,
  ts.isFunctionDeclaration,
  ts.isFunctionExpression,
  ts.isClassDeclaration,
  ts.isInterfaceDeclaration,
  ts.isTypeAliasDeclaration,
  ts.isTypeParameterDeclaration,
  ts.isEnumDeclaration,
  ts.isPropertySignature,
  ts.isMethodSignature,
  ts.isPropertyDeclaration,
  ts.isMethodDeclaration,
  ts.isAccessor,
  ts.isPropertyAssignment,
  ts.isNamespaceImport,
  ts.isImportClause,
]

/**
 * @param {ts.Node} node
 * @returns {ts.Identifier | ts.PrivateIdentifier | undefined}
 */
function declaredName(node) {
  // `{ image }` and `import { image }` repeat a name that is declared elsewhere.
  if (ts.isBindingElement(node)) {
    const isNew = node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent)
    return isNew ? identifier(node.name) : undefined
  }
  if (ts.isImportSpecifier(node)) return node.propertyName && node.name
  const declares = declarations.find((is) => is(node))
  return declares && identifier(/** @type {ts.NamedDeclaration} */ (node).name)
}

/** @param {ts.Node | undefined} name */
function identifier(name) {
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined
}

/**
 * The words of a name in lower case: `keepPhotoURL` is keep, photo, url. A name in snake_case is
 * one of a wire format and has none.
 * @param {string} name
 * @returns {string[]}
 */
export function wordsOf(name) {
  if (/[a-z]_[a-z]/.test(name)) return []
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
}
