import type { Page } from '@playwright/test'

/**
 * From the next page load on, the test can make the storage full: then every write throws the error of a full phone. The
 * quota override of Chromium has no effect on an existing database.
 */
export async function makeFillable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isFull = () => document.documentElement.dataset.full !== undefined
    const refuse = () => {
      throw new DOMException('The phone is full', 'QuotaExceededError')
    }
    const whenFull = (owner: object, name: string, instead: () => unknown) => {
      const real = Reflect.get(owner, name) as () => unknown
      const apply = (_: unknown, self: unknown, args: unknown[]) =>
        isFull() ? instead() : Reflect.apply(real, self, args)
      Reflect.set(owner, name, new Proxy(real, { apply }))
    }
    whenFull(IDBObjectStore.prototype, 'put', refuse)
    whenFull(IDBObjectStore.prototype, 'add', refuse)
    whenFull(Storage.prototype, 'setItem', refuse)
    whenFull(StorageManager.prototype, 'estimate', async () => ({ usage: 1_000, quota: 1_000 }))
  })
}

export const fillPhone = (page: Page) =>
  page.evaluate(() => void (document.documentElement.dataset.full = 'yes'))

export const freeSpace = (page: Page) =>
  page.evaluate(() => void delete document.documentElement.dataset.full)
