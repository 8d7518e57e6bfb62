import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invariant } from './invariant.ts'

/**
 * The folder of the package `@veni/server`, found by walking up from this module: the same answer from the sources (development, tests)
 * and from the one-file bundle in `dist/`.
 */
export const serverRoot = findServerRoot(dirname(fileURLToPath(import.meta.url)))

export const migrationsFolder = join(serverRoot, 'src/db/migrations')
export const templateFolder = join(serverRoot, 'dist/database-template')
export const webDistFolder = join(serverRoot, '../web/dist')

function findServerRoot(folder: string): string {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"@veni/server"'))
    return folder
  const parent = dirname(folder)
  invariant(parent !== folder, 'the server runs outside its own package')
  return findServerRoot(parent)
}
