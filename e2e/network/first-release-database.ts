import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { CompletedDeal } from './typed-deal.ts'

type Rows = readonly { readonly key: string; readonly value: Record<string, unknown> }[]

interface StoredDatabase {
  readonly version: number
  readonly stores: Readonly<Record<string, Rows>>
  readonly local: Readonly<Record<string, string>>
}

/** An unsent cash payment and an unsent, delivered items settlement of the first release. Photos are in base64. */
const stored = JSON.parse(
  readFileSync(new URL('first-release-database.json', import.meta.url), 'utf8'),
) as StoredDatabase

/**
 * Writes the phone storage of the first release before the app starts, with a signed-in runner.
 * @returns the deals in it
 */
export async function putFirstReleaseDatabase(page: Page): Promise<CompletedDeal[]> {
  const phone = stored.local.loggedInPhone
  await page.request.post('/api/sign-in/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { phone, code: '123456' },
  })
  // This address has the origin of the app but does not start it.
  await page.goto('/icon.svg')
  await page.evaluate(async ({ version, stores, local }) => {
    Object.assign(localStorage, local)
    const opening = indexedDB.open('veni', version)
    opening.addEventListener('upgradeneeded', () => {
      for (const name of Object.keys(stores)) opening.result.createObjectStore(name)
    })
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const database = opening.result
    const writing = database.transaction(Object.keys(stores), 'readwrite')
    for (const [name, rows] of Object.entries(stores)) {
      for (const { key, value } of rows) {
        const { bytes } = value
        const photo =
          typeof bytes === 'string' && Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))
        writing.objectStore(name).put(photo ? { ...value, bytes: photo.buffer } : value, key)
      }
    }
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    database.close()
  }, stored)
  return (stored.stores.deals ?? []).map(({ value }) => toCompleted(value))
}

/** The file has what its runner typed: 400 g and a handbag, or 100 g and a reference. Both have the same photo. */
function toCompleted({ invoiceId, customerId, kind }: Record<string, unknown>): CompletedDeal {
  const [photo] = stored.stores.photos ?? []
  const typed =
    kind === 'settlement'
      ? { weights: { 'Black Hair': '400' }, products: ['Handbag'], reference: '' }
      : { weights: { 'Black Hair': '100' }, products: [], reference: 'UPI2611' }
  const buffer = Buffer.from(String(photo?.value.bytes), 'base64')
  const packet = { name: 'packet.png', mimeType: 'image/png', buffer }
  return { ...typed, invoiceId: String(invoiceId), customer: String(customerId), packet }
}
