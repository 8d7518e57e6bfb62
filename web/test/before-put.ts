import { vi } from 'vitest'

/**
 * Calls `act` before the database stores a row. The write throws what `act` throws.
 * @returns ends this
 */
export function beforePut(act: (store: string, key: string, row: unknown) => void): () => void {
  const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    row: unknown,
    key,
  ) {
    act(this.name, key as string, row)
    return put.value?.call(this, row, key) ?? new IDBRequest()
  })
  return () => spy.mockRestore()
}
