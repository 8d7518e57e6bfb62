import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invariant, OperatorError } from '../errors.ts'

/**
 * The folder of the package `@veni/server`. The search goes up from this module, because the sources and the bundle
 * in `dist/` lie at different depths.
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

/**
 * Creates the data folder. Other users of the machine cannot enter it, because it contains data of customers.
 * Throws `OperatorError` when the folder cannot be written.
 */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new OperatorError(
      `The data folder ${folder} cannot be written (${reason}); set DATA_DIR to a folder that can.`,
    )
  }
  if (!statSync(folder).isDirectory())
    throw new OperatorError(
      `The data folder ${folder} is not a folder; set DATA_DIR to one that is.`,
    )
}
