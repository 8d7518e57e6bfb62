import { closeSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../../config/file-lock.ts'
import { OperatorError } from '../../errors.ts'

export interface FolderLock {
  release(): void
}

/**
 * Locks `folder` for this process. Throws `OperatorError` when another process has it. The file itself stays and has no
 * meaning.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'lock')
  removeOldClaims(path)
  const file = lockFile(path)
  if (file === undefined)
    throw new OperatorError(
      `Another Veni server already uses the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
    )
  return { release: () => closeSync(file) }
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
