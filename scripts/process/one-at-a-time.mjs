import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { at } from './repository.mjs'

/**
 * Does the work while no other process of this checkout does work under the same name. The kernel has the lock, so it
 * ends with the process however that ends. Without the tool `flock`, as on macOS, nothing waits. The server locks its
 * data folder in the same way (server/src/config/file-lock.ts); this file works before any package is installed.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(name, work) {
  const path = at('.cache/locks', name)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a')
  try {
    await waitForLock(file)
    return await work()
  } finally {
    closeSync(file)
  }
}

/**
 * The tool locks the file that it inherits, and the lock stays with our open file after the tool has ended.
 * @param {number} file
 */
async function waitForLock(file) {
  const tool = spawn('flock', ['-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
  await once(tool, 'close').catch(() => undefined)
}
