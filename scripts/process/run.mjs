import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './repository.mjs'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to the environment of this process
 * @property {boolean} [quiet] collect the output instead of showing it
 * @property {number} [timeLimit] ms. After it the command is killed and counts as failed.
 */

/**
 * Runs a command until it ends. The code is 127 when the command cannot start and 1 when a signal ended it.
 * So 0 always means success.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = at(), env = {}, quiet = false, timeLimit } = {}) {
  // Nothing is started after a SIGTERM. This process ends when the last command has.
  if (isEnding) return new Promise(() => undefined)
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
    const release = endBefore(child)
    /** @param {{ code: number, output: string }} result */
    const end = (result) => {
      release()
      resolve(result)
    }
    child.on('error', (error) => end({ code: 127, output: error.message }))
    child.on('close', (code) => end({ code: code ?? 1, output }))
  })
}

/** The commands that run now. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let isEnding = false

/**
 * Ends the commands before this process: a SIGTERM reaches only this one.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} to be called at the end of the command
 */
function endBefore(child) {
  running.add(child)
  const end = () => {
    isEnding = true
    child.once('close', () => running.size === 0 && process.kill(process.pid, 'SIGTERM'))
    child.kill('SIGTERM')
  }
  process.once('SIGTERM', end)
  return () => {
    running.delete(child)
    process.off('SIGTERM', end)
  }
}

/**
 * Runs a tool of the root package.json. It takes the file that the package names, so it never takes a tool from PATH
 * and never downloads one.
 * @param {string} packageName
 * @param {string[]} args
 * @param {RunOptions & { bin?: string }} [options] bin: the command of the package, its own name by default
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
