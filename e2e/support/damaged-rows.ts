import type { Page } from '@playwright/test'

interface Damaged {
  hair_lines?: unknown
  cash_amount?: unknown
}

/**
 * Loses the weighed hair and the paid amount of the only deal, in its row, in the entry that sends it, and in the second copies of
 * both.
 * @returns the hair lines as JSON
 */
export function damageRows(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: {
        open: (name: string) => Promise<{ indexedDB: IDBFactory; caches: CacheStorage }>
      }
    }
    const { indexedDB, caches } = await storageBuckets.open('veni-work')
    const requests = {
      settled<T>(request: IDBRequest<T>) {
        return new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
        })
      },
    }
    const database = await requests.settled(indexedDB.open('veni'))
    const transaction = database.transaction(['outbox', 'deals'], 'readwrite')
    const [outbox, deals] = [transaction.objectStore('outbox'), transaction.objectStore('deals')]
    const [key = ''] = (await requests.settled(deals.getAllKeys())) as string[]
    const deal = (await requests.settled(deals.get(key))) as { record: Damaged }
    const entry = (await requests.settled(outbox.get(key))) as { work: { payment: Damaged } }
    const { payment } = entry.work
    const lines = JSON.stringify(payment.hair_lines)
    const damaged = { hair_lines: 'damaged', cash_amount: null }
    const work = { ...entry.work, payment: { ...payment, ...damaged }, delivered: 0, order: 0 }
    await requests.settled(deals.put({ ...deal, record: { ...deal.record, ...damaged } }, key))
    await requests.settled(outbox.put({ ...entry, work }, key))
    database.close()
    // Otherwise the app would restore both rows.
    await caches.delete('veni-second-copy')
    return lines
  })
}
