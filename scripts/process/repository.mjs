import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A path inside the repository.
 * @param {...string} segments
 */
export const at = (...segments) => join(root, ...segments)

/**
 * The file that a workspace gets when it imports the given name.
 * @param {'server' | 'web'} workspace
 * @param {string} name
 */
export const fileOf = (workspace, name) =>
  createRequire(at(workspace, 'package.json')).resolve(name)

/**
 * Imports a package from the workspace that declares it.
 * @param {'server' | 'web'} workspace
 * @param {string} name
 */
export const packageOf = (workspace, name) => import(pathToFileURL(fileOf(workspace, name)).href)
