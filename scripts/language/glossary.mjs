import { Refusal } from '../process/refusal.mjs'
import { declaredNames, wordsOf } from './identifiers.mjs'

/**
 * @typedef {object} Ban
 * @property {string[]} words side by side in a name
 * @property {string} term what to write instead
 * @property {string[][]} allowedNames parts of names, by their words
 * @property {string[]} allowedPaths
 */

/** @typedef {{ file: string, line?: number, name: string, word: string, term: string }} Finding */

const termLine = /^- \*\*(?<term>[^*]+)\*\*: (?<rest>.+)\.$/
const banned = /^`(?<words>[a-z ]+)`(?: \(except `(?<exceptions>[^()]+)`\))?$/

/**
 * The bans of docs/glossary.md. A line that has another form is refused, so that a misspelt line
 * does not remove its bans.
 * @param {string} markdown
 * @returns {Ban[]}
 */
export function readGlossary(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => {
      const { term, rest } = termLine.exec(line)?.groups ?? {}
      if (!term || !rest) throw new Refusal(`This line of the glossary has no term: ${line}`)
      const [, bans] = rest.split(' not: ')
      return bans ? bans.split('; ').map((ban) => readBan(term, ban)) : []
    })
}

/**
 * @param {string} term
 * @param {string} text such as "`image` (except `imageUrl`)"
 * @returns {Ban}
 */
function readBan(term, text) {
  const { words, exceptions } = banned.exec(text)?.groups ?? {}
  if (!words) throw new Refusal(`The glossary cannot ban ${text} (${term}).`)
  const allowed = exceptions?.split('`, `') ?? []
  return {
    words: words.split(' '),
    term,
    allowedNames: allowed.filter((one) => !one.includes('/')).map(wordsOf),
    allowedPaths: allowed.filter((one) => one.includes('/')),
  }
}

/**
 * The banned words in the names that a file declares.
 * @param {Ban[]} bans
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function findInSource(bans, file, text) {
  return declaredNames(file, text).flatMap(({ text: name, line }) =>
    findInName(bans, file, name).map((finding) => ({ ...finding, line })),
  )
}

/**
 * The banned words in the names of files and of the folders that they are in.
 * @param {Ban[]} bans
 * @param {string[]} files
 * @returns {Finding[]}
 */
export function findInPaths(bans, files) {
  const folders = files.flatMap((file) => {
    const segments = file.split('/').slice(0, -1)
    return segments.map((_, index) => `${segments.slice(0, index + 1).join('/')}/`)
  })
  return [...new Set([...folders, ...files])].flatMap((path) => {
    const name = path.replace(/\/$/, '').split('/').at(-1) ?? ''
    return findInName(bans, path, name.split('.')[0] ?? '')
  })
}

/**
 * @param {Ban[]} bans
 * @param {string} file
 * @param {string} name
 * @returns {Finding[]}
 */
function findInName(bans, file, name) {
  const words = wordsOf(name)
  return bans
    .filter((ban) => !ban.allowedPaths.some((path) => file.startsWith(path)))
    .filter((ban) => countOf(words, ban.words) > countOfAllowed(words, ban))
    .map((ban) => ({ file, name, word: ban.words.join(' '), term: ban.term }))
}

/**
 * @param {string[]} words
 * @param {Ban} ban
 */
function countOfAllowed(words, ban) {
  const counts = ban.allowedNames.map((allowed) => {
    // An exception that is the banned word itself permits the bare name alone.
    const isBare = allowed.length === ban.words.length
    return isBare && words.length > allowed.length ? 0 : countOf(words, allowed)
  })
  return counts.reduce((total, count) => total + count, 0)
}

/**
 * How often the words stand side by side in the name; the last may be a plural.
 * @param {string[]} words
 * @param {string[]} wanted
 */
function countOf(words, wanted) {
  return words.filter((_, start) =>
    wanted.every((word, index) => {
      const found = words[start + index]
      return found === word || (index === wanted.length - 1 && found === `${word}s`)
    }),
  ).length
}
