import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'

export interface FolderLock {
  release(): void
}

/**
 * Locks `folder` for this process. Throws `OperatorError` when another process has it. The lock belongs to an open file
 * and the kernel keeps it, so it holds between containers that share the folder, and ends with the process however that
 * ends. The file itself stays and has no meaning.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'lock')
  removeOldClaims(path)
  const file = process.platform === 'linux' ? lockByFlock(path) : lockByOpen(path)
  if (file === undefined)
    throw new OperatorError(
      `Another Veni server already uses the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
    )
  return { release: () => closeSync(file) }
}

/**
 * Node has no call for flock(2). The tool `flock` locks the file that it inherits, and the lock stays with our open
 * file after the tool has ended. @returns undefined when another process has the lock
 */
function lockByFlock(path: string): number | undefined {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  const { status, error } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) return file
  closeSync(file)
  if (status === 1) return undefined
  throw new OperatorError(
    `The data folder cannot be locked (flock: ${error?.message ?? `exit code ${status}`}); install the package util-linux.`,
    { cause: error },
  )
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
 * The first release had a folder here, with a file for each process that used the data; the process id comes first in
 * its name. That release does not start when it finds a file here. Throws `OperatorError` while one of them may run.
 */
function removeOldClaims(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const running = readdirSync(path)
    .map((name) => Number(name.split('.')[0]))
    .find(isRunning)
  if (running !== undefined)
    throw new OperatorError(
      `An older release of Veni (process ${running}) may still use this data folder; stop it first. If it does not run, delete ${path}.`,
    )
  rmSync(path, { recursive: true })
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
