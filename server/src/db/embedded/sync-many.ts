import { spawnSync } from 'node:child_process'

/** So many files in a row, with nothing changed in between, are asked for one by one before all are at once. */
export const IN_A_ROW = 16

export interface SyncMany {
  /** Something in the folder is about to be other than it was. */
  readonly changed: () => void
  /** Asks the disk for one file, unless it has all that there is. */
  readonly sync: (syncOne: () => void) => void
  /** From now on each file is asked for by itself. */
  readonly end: () => void
}

/**
 * After a crash PostgreSQL asks the disk for each of its thousand files before it recovers. Where a row of them is asked
 * for, one call asks for the whole file system, and the rest of the row is there already. What changes ends the row.
 * @param syncAll false where there is no such call: then each is asked for by itself
 */
export function createSyncMany(syncAll: () => boolean): SyncMany {
  let inARow = 0
  let isAllThere = false
  let isOver = false
  return {
    changed() {
      inARow = 0
      isAllThere = false
    },
    sync(syncOne) {
      if (isAllThere) return
      syncOne()
      inARow += 1
      if (inARow !== IN_A_ROW || isOver) return
      isAllThere = syncAll()
      // Once is for the thousand files that were there before; what this process writes is asked for by itself.
      isOver = true
    },
    end() {
      isOver = true
    },
  }
}

const TIMEOUT_MS = 10_000

/** `syncfs` of the file system that the folder is on, by the tool that every Linux has; elsewhere `sync` promises less. */
export function syncFileSystem(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const options = { stdio: 'ignore', timeout: TIMEOUT_MS } as const
  return spawnSync('sync', ['-f', folder], options).status === 0
}
