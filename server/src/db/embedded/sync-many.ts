import { spawnSync } from 'node:child_process'

/** This many files in a row are synced one by one before one call syncs all. */
export const IN_A_ROW = 16

export interface SyncMany {
  /** Call this before anything in the folder changes. */
  readonly changed: () => void
  /** Syncs one file, unless a call has synced all since the last change. */
  readonly sync: (syncOne: () => void) => void
  /** From now on every file is synced by itself. */
  readonly end: () => void
}

/**
 * After a crash PostgreSQL syncs each of its thousand files before it recovers. In such a row, one call syncs the whole
 * file system instead. Any change ends the row.
 * @param syncAll returns false where no such call exists
 */
export function createSyncMany(syncAll: () => boolean): SyncMany {
  let inARow = 0
  let isAllSynced = false
  let isOver = false
  return {
    changed() {
      inARow = 0
      isAllSynced = false
    },
    sync(syncOne) {
      if (isAllSynced) return
      syncOne()
      inARow += 1
      if (inARow !== IN_A_ROW || isOver) return
      isAllSynced = syncAll()
      // One such call per start is enough. Files that this process writes are synced by themselves.
      isOver = true
    },
    end() {
      isOver = true
    },
  }
}

const TIMEOUT_MS = 10_000

/**
 * Calls `syncfs` for the folder's file system through the tool that every Linux has. Other systems guarantee less for
 * `sync`.
 */
export function syncFileSystem(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const options = { stdio: 'ignore', timeout: TIMEOUT_MS } as const
  return spawnSync('sync', ['-f', folder], options).status === 0
}
