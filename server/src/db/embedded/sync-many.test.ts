import { describe, expect, it, vi } from 'vitest'
import { createSyncMany, IN_A_ROW } from './sync-many.ts'

/** Syncs `count` files. @returns how many of them were synced one by one */
function syncFiles({ sync }: ReturnType<typeof createSyncMany>, count: number): number {
  const one = vi.fn<() => void>()
  for (let file = 0; file < count; file += 1) sync(one)
  return one.mock.calls.length
}

describe('files that are synced in a row', () => {
  it('are synced by one call after the first few', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    expect(syncFiles(createSyncMany(syncAll), 1_000)).toBe(IN_A_ROW)
    expect(syncAll).toHaveBeenCalledOnce()
  })

  it('are synced one by one where no call syncs all', () => {
    expect(
      syncFiles(
        createSyncMany(() => false),
        1_000,
      ),
    ).toBe(1_000)
  })

  it('count as synced only until something changes', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    const many = createSyncMany(syncAll)
    syncFiles(many, 1_000)
    many.changed()
    expect(syncFiles(many, 1)).toBe(1)
    // A change in the middle of a row is not part of the call before it.
    for (let write = 0; write < 100; write += 1) {
      many.changed()
      expect(syncFiles(many, 1)).toBe(1)
    }
    // A second row has files that were written since, so they are synced one by one.
    many.changed()
    expect(syncFiles(many, 1_000)).toBe(1_000)
    expect(syncAll).toHaveBeenCalledOnce()
  })

  it('are synced one by one after the start, so that no commit waits for the whole file system', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    const many = createSyncMany(syncAll)
    many.end()
    expect(syncFiles(many, 1_000)).toBe(1_000)
    expect(syncAll).not.toHaveBeenCalled()
  })
})
