import { vi } from 'vitest'
import { copiedNames, openCopies } from './second-copies.ts'

/**
 * Fails each read of a row until it is written again, as Chromium does when a cleaning app has deleted the file of a large
 * value.
 */
export function makeUnreadable(id: string | undefined): void {
  let isUnreadable = true
  const { get, getAll, put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
  const fail = () => new DOMException('Failed to read large value', 'DataError')
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (isUnreadable && key === id) throw fail()
    return get.value?.call(this, key) ?? new IDBRequest()
  })
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    query,
    count,
  ) {
    const isRead = query instanceof IDBKeyRange && query.includes(id)
    if (isUnreadable && isRead && this.name === 'photos') throw fail()
    return getAll.value?.call(this, query, count) ?? new IDBRequest()
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    row,
    key,
  ) {
    if (key === id) isUnreadable = false
    return put.value?.call(this, row, key) ?? new IDBRequest()
  })
}

/** As `makeUnreadable`, for a row that has no second copy either. */
export async function loseFile(id: string): Promise<void> {
  await copiedNames()
  const copies = await openCopies()
  for (const request of await copies.keys())
    if (decodeURIComponent(request.url).endsWith(`/${id}`)) await copies.delete(request)
  makeUnreadable(id)
}
