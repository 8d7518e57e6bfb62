import { expect, test, vi } from 'vitest'
import { createBucket, type StorageBuckets } from './bucket.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }

/** A bucket about which the browser answers so, one answer for each question. */
function bucketWith(...answers: readonly (boolean | Error)[]) {
  const shown: boolean[] = []
  let asked = 0
  const persist = async () => {
    const answer = answers[asked++]
    if (answer instanceof Error) throw answer
    return answer ?? false
  }
  const open: StorageBuckets['open'] = async (bucketName, options) => {
    const { indexedDB: own, caches: ownCaches } = await storageBuckets.open(bucketName, options)
    return { indexedDB: own, caches: ownCaches, persist }
  }
  const bucket = createBucket({
    buckets: { open, delete: (one) => storageBuckets.delete(one) },
    bucketName: 'test-kept',
    databaseName: 'kept',
    cacheName: 'kept',
    indexedDB,
    findCaches: () => caches,
    locks: navigator.locks,
    onPersistence: (isPersistent) => void shown.push(isPersistent),
  })
  return { ...bucket, shown, asked: () => asked }
}

test('the browser is asked to keep the bucket, and again after it was deleted [R-8.077, R-8.079]', async () => {
  const { findIndexedDB, deleteAll, shown, asked } = bucketWith(true, false)
  await findIndexedDB()
  expect(asked()).toBe(1)
  await deleteAll(async () => undefined)
  await findIndexedDB()
  expect(asked()).toBe(2)
  expect(shown).toEqual([true, false])
})

test('a browser that fails to answer has promised nothing [R-8.086]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { findIndexedDB, shown } = bucketWith(new TypeError('Internal error'))
  await findIndexedDB()
  expect(shown).toEqual([false])
})

test('a database is opened after the deletion that has begun, and not in the bucket that is being deleted', async () => {
  const { findIndexedDB, findCaches, deleteAll } = bucketWith(true, true)
  const old = await findIndexedDB()
  const steps: string[] = []
  let endClosing = () => {}
  const closing = new Promise<void>((resolve) => {
    endClosing = resolve
  })
  const deleting = deleteAll(() => closing).then(() => steps.push('deleted'))
  const opening = findIndexedDB().then((found) => {
    steps.push('opened')
    return found
  })
  const openingCaches = findCaches().then(() => steps.push('opened'))
  endClosing()
  expect(await opening).not.toBe(old)
  await Promise.all([deleting, openingCaches])
  expect(steps).toEqual(['deleted', 'opened', 'opened'])
})

test('a deletion that fails holds up no later use, and can be done again', async () => {
  const { findIndexedDB, deleteAll } = bucketWith(true, true)
  await findIndexedDB()
  await expect(deleteAll(() => Promise.reject(new Error('not closed')))).rejects.toThrow(
    'not closed',
  )
  expect(await findIndexedDB()).toBeInstanceOf(IDBFactory)
  await deleteAll(async () => undefined)
})
