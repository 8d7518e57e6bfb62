import { vi } from 'vitest'

/** Fails one read, as Chromium does when a cleaning app has deleted the file of a large value. */
export function makeUnreadable(id: string | undefined): void {
  const { get } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (key === id) throw new DOMException('Failed to read large value', 'DataError')
    return get.value?.call(this, key) ?? new IDBRequest()
  })
}
