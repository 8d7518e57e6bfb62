import { expect, type Page } from '@playwright/test'
import { readPhoneBooks } from './phone-books.ts'

/** The completed deals that the phone keeps by the specification's names (spec §3), as they stand there. */
export async function storedDeals(
  page: Page,
  key: 'cashPayments' | 'settlements',
): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return JSON.parse(text ?? '[]')
}

/** The list is on the screen before it is on the phone's disk, which is what the next look without a portal needs. */
export const listIsSaved = (page: Page): Promise<void> => isKept(page, 'customers')

/** All that a visit needs is on the phone's disk. */
export async function allIsKept(page: Page): Promise<void> {
  for (const answer of ['customers', 'products', 'hair-prices'] as const) await isKept(page, answer)
}

/** An answer of the office is on the phone's disk. */
export async function isKept(
  page: Page,
  answer: 'customers' | 'products' | 'hair-prices',
): Promise<void> {
  const keys = () =>
    page.evaluate(async (name) => {
      // To open it before the app does would make an empty one.
      const databases = await indexedDB.databases()
      if (!databases.some((database) => database.name === name)) return []
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const asking = opening.result.transaction('snapshots').objectStore('snapshots').getAllKeys()
      await new Promise((resolve) => asking.addEventListener('success', resolve))
      opening.result.close()
      return asking.result.map(String)
    }, 'veni')
  await expect.poll(keys).toContainEqual(expect.stringMatching(`\\|${answer}$`))
}

/** What the runner did so far, such as beginning a visit, is with the office: nothing of it waits on the phone. */
export async function allIsSent(page: Page): Promise<void> {
  await expect.poll(async () => (await readPhoneBooks(page)).outbox).toEqual([])
}

interface PhotoRow {
  readonly sha256: string
  readonly url?: string
  /** How many bytes the phone holds; undefined when the row holds none. */
  readonly held: number | undefined
}

/** The photos that the phone keeps. */
export const storedPhotos = (page: Page): Promise<PhotoRow[]> =>
  page.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('photos').objectStore('photos').getAll()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    opening.result.close()
    const rows = asking.result as { sha256: string; url?: string; bytes?: ArrayBuffer }[]
    return rows.map(({ bytes, ...row }) => ({ ...row, held: bytes?.byteLength }))
  }, 'veni')

/** The phone has the app: every file of it is there, and the page is its own. */
export async function appIsInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })
}
