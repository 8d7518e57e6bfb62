import { describe, expect, it, vi } from 'vitest'
import { createSyncMany, IN_A_ROW } from './sync-many.ts'

/** @returns which of the files were asked for by themselves */
function syncFiles({ sync }: ReturnType<typeof createSyncMany>, count: number): number {
  const one = vi.fn<() => void>()
  for (let file = 0; file < count; file += 1) sync(one)
  return one.mock.calls.length
}

describe('many files in a row', () => {
  it('are asked for at once after the first few', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    expect(syncFiles(createSyncMany(syncAll), 1_000)).toBe(IN_A_ROW)
    expect(syncAll).toHaveBeenCalledOnce()
  })

  it('are asked for one by one where no call asks for all', () => {
    expect(
      syncFiles(
        createSyncMany(() => false),
        1_000,
      ),
    ).toBe(1_000)
  })

  it('are there only until something changes', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    const many = createSyncMany(syncAll)
    syncFiles(many, 1_000)
    many.changed()
    expect(syncFiles(many, 1)).toBe(1)
    // What changes in the middle of a row is not in the call before it.
    for (let write = 0; write < 100; write += 1) {
      many.changed()
      expect(syncFiles(many, 1)).toBe(1)
    }
    // Nor is another row: it would be of what was written since.
    many.changed()
    expect(syncFiles(many, 1_000)).toBe(1_000)
    expect(syncAll).toHaveBeenCalledOnce()
  })

  it('are asked for one by one once the start is over: a commit never waits for the whole machine', () => {
    const syncAll = vi.fn<() => boolean>(() => true)
    const many = createSyncMany(syncAll)
    many.end()
    expect(syncFiles(many, 1_000)).toBe(1_000)
    expect(syncAll).not.toHaveBeenCalled()
  })
})
