import { vi } from 'vitest'

/** As Chromium does where a cleaning app has taken the value's file away; every other row is read as it is. */
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
