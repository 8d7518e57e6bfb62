import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { at } from '../process/repository.mjs'

const generated = new Set(['node_modules', 'dist', 'reports', 'data', 'meta'])

/** Hidden folders hold caches and the files of tools. @param {string} folder */
const isSkipped = (folder) => folder.startsWith('.') || generated.has(folder)

/**
 * Every file of the repository, as a path from its root.
 * @param {string} [folder]
 * @returns {string[]}
 */
export function repositoryFiles(folder = at()) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : repositoryFiles(path)
    return [relative(at(), path)]
  })
}

/** @param {string} file */
export const isCode = (file) => /\.(?:ts|tsx|mjs|cjs|js)$/.test(file)

/** @param {string} file */
export const readSource = (file) => readFileSync(at(file), 'utf8')

/**
 * @param {string} file
 * @param {string} text
 */
export function parse(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}
