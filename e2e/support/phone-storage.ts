import { expect, type Page } from '@playwright/test'

/** A completed deal as the phone's database has it; amounts in rupees. */
export interface PhoneDeal {
  readonly invoiceId: string
  readonly customerId: string
  readonly kind: 'cash-payment' | 'settlement'
  readonly visitId: string
  readonly receivedAt?: number
  readonly record: {
    readonly hair_value: number
    readonly items_total: number
    readonly balance_amount: number
    readonly cash_amount?: number
    readonly upi_reference?: string
  }
}

export interface PhoneWork {
  readonly deals: readonly PhoneDeal[]
  readonly outbox: readonly { readonly work: { readonly kind: string } }[]
}

interface PhotoRow {
  readonly sha256: string
  readonly url?: string
  /** Number of bytes that the phone still stores; undefined when it has none. */
  readonly storedBytes: number | undefined
}

/** The snapshots of server answers that a visit needs. */
type Snapshot = 'customers' | 'products' | 'hair-prices'

/** A row with its key. `storedBytes` is the number of bytes of a photo; the bytes themselves are left out. */
interface Row {
  readonly key: string
  readonly storedBytes?: number
}

/** The deals and the unsent work in the phone's database. */
export async function readPhoneWork(page: Page): Promise<PhoneWork> {
  const { deals = [], outbox = [] } = await readDatabase(page)
  return { deals, outbox } as unknown as PhoneWork
}

/** Whether the text is anywhere in the phone's database, except in the snapshots. */
export async function isOnPhone(page: Page, text: string): Promise<boolean> {
  const { snapshots: _, ...stores } = await readDatabase(page)
  return JSON.stringify(stores).includes(text)
}

/** The photos in the phone's database. */
export async function storedPhotos(page: Page): Promise<PhotoRow[]> {
  const { photos = [] } = await readDatabase(page)
  return photos.map(({ storedBytes, ...row }) => ({ ...(row as unknown as PhotoRow), storedBytes }))
}

/** The completed deals in local storage. */
export async function storedDeals(
  page: Page,
  key: 'cashPayments' | 'settlements',
): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return JSON.parse(text ?? '[]')
}

/** As the browser does when it finds the database damaged. */
export async function deletePhoneDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const { indexedDB } = await storageBuckets.open('veni-work')
    await new Promise((resolve) =>
      indexedDB.deleteDatabase('veni').addEventListener('success', resolve),
    )
  })
}

/**
 * Changes the second copies: stores those of the deals in another cache, or brings these older ones back and deletes all
 * copies of entries, as they are when the browser ends between two writes.
 */
export async function changeCopies(
  page: Page,
  change: 'store deals' | 'delete entries',
): Promise<void> {
  // A copy is written a moment after its row.
  await expect
    .poll(() => copyNames(page))
    .toContainEqual(expect.stringContaining('/second-copy/outbox/'))
  await page.evaluate(async (isOlder) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ caches: CacheStorage }> }
    }
    const { caches } = await storageBuckets.open('veni-work')
    const [copies, older] = [await caches.open('veni-second-copy'), await caches.open('older')]
    const [from, to] = isOlder ? [older, copies] : [copies, older]
    for (const name of await from.keys()) {
      const copy = name.url.includes('/deals/') && (await from.match(name))
      if (copy) await to.put(name, copy)
    }
    if (isOlder)
      for (const name of await copies.keys())
        if (name.url.includes('/outbox/')) await copies.delete(name)
  }, change === 'delete entries')
}

/** The paths of all second copies. */
const copyNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ caches: CacheStorage }> }
    }
    const { caches } = await storageBuckets.open('veni-work')
    const names = await (await caches.open('veni-second-copy')).keys()
    return names.map(({ url }) => new URL(url).pathname)
  })

/** Deletes all photos and their second copies, as a cleaning app may do. */
export async function deleteStoredPhotos(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: {
        open: (name: string) => Promise<{ indexedDB: IDBFactory; caches: CacheStorage }>
      }
    }
    const { indexedDB, caches } = await storageBuckets.open('veni-work')
    const copies = await caches.open('veni-second-copy')
    const names = await copies.keys()
    const ofPhotos = names.filter(({ url }) => new URL(url).pathname.includes('/photos/'))
    await Promise.all(ofPhotos.map((name) => copies.delete(name)))
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('veni')
      opening.addEventListener('error', reject)
      opening.addEventListener('success', () => {
        const clearing = opening.result.transaction('photos', 'readwrite')
        clearing.objectStore('photos').clear()
        clearing.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
  })
}

/** Waits until the snapshot is in the database. The screen shows an answer before it is stored. */
export async function expectSnapshot(page: Page, snapshot: Snapshot): Promise<void> {
  const keys = async () => (await readDatabase(page)).snapshots?.map(({ key }) => key)
  await expect.poll(keys).toContainEqual(expect.stringMatching(`\\|${snapshot}$`))
}

/** Waits until the database has everything that a visit needs. */
export async function expectAllSnapshots(page: Page): Promise<void> {
  for (const snapshot of ['customers', 'products', 'hair-prices'] as const)
    await expectSnapshot(page, snapshot)
}

/** Waits until the outbox is empty: the server has received all work, also the begin of a visit. */
export async function expectOutboxEmpty(page: Page): Promise<void> {
  await expect.poll(async () => (await readPhoneWork(page)).outbox).toEqual([])
}

/** Waits until the service worker has every file of the app and controls the page. */
export async function expectAppInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/**
 * Every object store, read in one transaction. Snapshots have no value here, because some of them are large. After a kill
 * Chromium sometimes refuses to open the database for a moment. The app tries again with its next use, and so does this.
 */
async function readDatabase(page: Page): Promise<Stores> {
  let stores: Stores = {}
  const open = async () => {
    try {
      stores = await readOpenedDatabase(page)
      return 'opened'
    } catch (error) {
      if (String(error).includes(REFUSED)) return REFUSED
      throw error
    }
  }
  await expect.poll(open).toBe('opened')
  return stores
}

const REFUSED = 'Internal error opening backing store'

type Stores = Readonly<Record<string, readonly Row[]>>

async function readOpenedDatabase(page: Page): Promise<Stores> {
  return page.evaluate(async () => {
    // Firefox has no buckets.
    const { storageBuckets } = navigator as unknown as {
      storageBuckets?: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const { indexedDB } = (await storageBuckets?.open('veni-work')) ?? globalThis
    // Opening a database that does not exist would create an empty one before the app does.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'veni')) return {}
    // A method: around a named function tsx puts a helper that the page does not have.
    const requests = {
      settled<T>(request: IDBRequest<T>) {
        return new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
        })
      },
    }
    const database = await requests.settled(indexedDB.open('veni'))
    const names = [...database.objectStoreNames]
    const transaction = database.transaction(names)
    const stores = names.map(async (name) => {
      const store = transaction.objectStore(name)
      const keys = requests.settled(store.getAllKeys())
      const values = name === 'snapshots' ? [] : requests.settled(store.getAll())
      return { name, keys: await keys, values: (await values) as { bytes?: ArrayBuffer }[] }
    })
    const read = await Promise.all(stores)
    database.close()
    return Object.fromEntries(
      read.map(({ name, keys, values }) => [
        name,
        keys.map((key, index) => {
          const { bytes, ...value } = values[index] ?? {}
          return { ...value, key: key as string, ...(bytes && { storedBytes: bytes.byteLength }) }
        }),
      ]),
    )
  })
}
