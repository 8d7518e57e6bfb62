import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from './root.mjs'

/**
 * Imports a package as the given workspace sees it, since only the workspace declares it.
 * @param {'server' | 'web'} workspace
 * @param {string} name
 */
export function packageOf(workspace, name) {
  return import(pathToFileURL(fileOf(workspace, name)).href)
}

/**
 * The file that a workspace gets when it imports the given name.
 * @param {'server' | 'web'} workspace
 * @param {string} name
 */
export const fileOf = (workspace, name) =>
  createRequire(at(workspace, 'package.json')).resolve(name)
