import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { run } from '../process/run.mjs'

/**
 * The full path of the first of the given commands that is on PATH.
 * @param {string[]} names
 */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** Whether this process may install packages of Debian. */
export const canInstall = () => process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined

/**
 * Installs packages of the system. Throws the sentence as a Refusal where that is not possible.
 * @param {string[]} packages
 * @param {string} sentence how to install them by hand
 */
export async function installSystemPackages(packages, sentence) {
  if (!canInstall()) throw new Refusal(sentence)
  console.error(`Installing ${packages.join(', ')} ...`)
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], options)
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const { code, output } = await run('apt-get', install, options)
  if (code !== 0) throw new Refusal(`${output.trim()}\n${sentence}`)
}
