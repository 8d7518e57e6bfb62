import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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
 * Creates a folder for its owner only, with those that are missing above it. They survive a power cut when this returns;
 * an acknowledged file in them would be lost with their names.
 */
export function createFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
    syncNames(parent)
    if (parent === top) return
  }
}

function syncNames(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** What the owner's group and other users may do with a file. */
const OTHERS = 0o077

/**
 * Creates the data folder, and from now on this process creates files for its owner only, because they contain data of
 * customers. Takes an existing folder from other users. Throws `OperatorError` when it cannot be written or protected.
 * @returns a sentence for the operator when the folder was open to others; otherwise undefined
 */
export function prepareDataFolder(folder: string): string | undefined {
  process.umask(OTHERS)
  try {
    createFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new OperatorError(
      `The data folder ${folder} cannot be written (${reason}); set DATA_DIR to a folder that can.`,
    )
  }
  const { mode } = statSync(folder)
  // Windows has no such modes.
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return undefined
  try {
    chmodSync(folder, mode & 0o700)
  } catch (error) {
    throw new OperatorError(
      `Other users of this machine can read the data folder ${folder}, and it belongs to another user; set DATA_DIR to a folder of your own.`,
      { cause: error },
    )
  }
  return `Other users of this machine could read the data folder ${folder}; now only its owner can.`
}

/**
 * Throws `OperatorError` when the data folder has no embedded database. Opening it would make an empty one, and work on
 * that would look complete.
 */
export function requireDatabase({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    throw new OperatorError(
      `There is no database in ${dataDir}: set DATA_DIR to the data folder of the server.`,
    )
}
