import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './root.mjs'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {boolean} [quiet] collect the output instead of showing it
 * @property {number} [timeLimit] milliseconds, after which the command is ended and counts as failed
 */

/**
 * Runs a command to its end. A command that cannot be started counts as code 127, one that was
 * ended by a signal as 1, so that nothing but a real success is 0.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = at(), env = {}, quiet = false, timeLimit } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    })
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Runs a tool of the root package.json by the file its package names, so that it is never looked
 * for on PATH or fetched by npx.
 * @param {string} packageName
 * @param {string[]} args
 * @param {RunOptions & { bin?: string }} [options] bin: which of the package's commands
 */
export function runTool(packageName, args, { bin, ...options } = {}) {
  return run(process.execPath, [toolFile(packageName, bin), ...args], options)
}

/**
 * @param {string} packageName
 * @param {string} [bin]
 */
function toolFile(packageName, bin = packageName) {
  const folder = at('node_modules', packageName)
  /** @type {{ bin: string | Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]
  return `${folder}/${file}`
}
