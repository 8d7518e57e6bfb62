import { spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { OperatorError } from '../errors.ts'

/**
 * Locks a file for this process alone, and creates it. The lock belongs to the open file and the kernel keeps it, so it
 * holds between containers that share the folder, and ends with the process however that ends.
 * @returns the open file; undefined when another process has a lock. Throws `OperatorError` when locks do not work.
 */
export function lockFile(path: string): number | undefined {
  return process.platform === 'linux' ? lockByFlock(path) : lockByOpen(path)
}

/**
 * Node has no call for flock(2). The tool `flock` locks the file that it inherits, and the lock stays with our open
 * file after the tool has ended.
 */
function lockByFlock(path: string): number | undefined {
  const file = openForLock(path)
  const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: inherited(file) })
  if (status === 0) return file
  closeSync(file)
  if (status === 1) return undefined
  throw noLock(error?.message ?? `exit code ${status}`, error)
}

/** libuv's UV_FS_O_EXLOCK: macOS locks the file as flock does, Windows permits no second opening. Not tested there. */
const EXCLUSIVE = process.platform === 'win32' ? 0x1000_0000 : 0x20

function lockByOpen(path: string): number | undefined {
  try {
    const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
    return openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | EXCLUSIVE, 0o600)
  } catch (error) {
    if (['EAGAIN', 'EBUSY', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/**
 * Marks what the file stands for as used by this process. The first user runs `prepare` before any other process goes on;
 * who comes while another one uses it does not. Other systems than Linux have no lock that several can share here: there
 * the lock stays with the first user.
 * @param path of the file with the lock, which is created
 * @returns what ends the use
 */
export async function shareFile(path: string, prepare: () => Promise<void>): Promise<() => void> {
  const own = lockFile(path)
  const file = own ?? (process.platform === 'linux' ? openForLock(path) : undefined)
  const end = () => file !== undefined && closeSync(file)
  try {
    if (own !== undefined) await prepare()
    if (file !== undefined && process.platform === 'linux') await waitForShared(file)
    return end
  } catch (error) {
    end()
    throw error
  }
}

/** Takes the lock that any number of processes can have, in place of the own one. */
async function waitForShared(file: number): Promise<void> {
  // Asynchronous: the process that has the lock alone can be this one, with another server.
  const tool = spawn('flock', ['-s', '3'], { stdio: inherited(file) })
  const [code] = (await once(tool, 'close')) as [number | null]
  if (code !== 0) throw noLock(`exit code ${code}`)
}

const openForLock = (path: string) => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)

/** The tool finds the file as its file 3. */
const inherited = (file: number): StdioOptions => ['ignore', 'ignore', 'ignore', file]

function noLock(reason: string, cause?: Error): OperatorError {
  return new OperatorError(
    `The data folder cannot be locked (flock: ${reason}); install the package util-linux.`,
    { cause },
  )
}
