import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readPhoneWork } from '../support/phone-storage.ts'

interface Row {
  readonly visitId: string
  readonly invoiceId: string
  readonly record: object
  readonly work: { readonly kind: string; readonly order: object; readonly payment: object }
}

/** Rows of the database of the phone, by their object stores. */
type Rows = Readonly<Record<'deals' | 'outbox', readonly (readonly [key: string, row: object])[]>>

const WRITTEN_TOGETHER = 500

/**
 * Copies the one cash deal that waits on this phone, with its entry, so that so many wait. Each has a visit and an invoice
 * of its own, and the next of the customers; none has photos.
 */
export async function multiplyDeal(
  page: Page,
  count: number,
  customerIds: readonly string[],
): Promise<void> {
  const { deals, outbox } = (await readPhoneWork(page)) as unknown as Record<string, Row[]>
  const deal = deals?.[0]
  const entry = outbox?.find(({ work }) => work.kind === 'cash-payment')
  if (!deal || !entry) throw new Error('no deal waits')
  for (let at = 0; at < count; at += WRITTEN_TOGETHER) {
    const numbers = Array.from({ length: Math.min(WRITTEN_TOGETHER, count - at) }, (_, n) => at + n)
    const copies = numbers.map((n) => copyDeal({ deal, entry }, n, customerIds))
    await writeRows(page, {
      deals: copies.map((copy) => [copy.deal.visitId, copy.deal]),
      outbox: copies.map((copy) => [copy.deal.visitId, copy.entry]),
    })
  }
}

function copyDeal(
  original: { readonly deal: Row; readonly entry: Row },
  number: number,
  customerIds: readonly string[],
) {
  const { visitId, invoiceId } = original.deal
  const name = number.toString(36).toUpperCase().padStart(6, 'Q')
  const text = JSON.stringify(original)
    .replaceAll(visitId, randomUUID())
    .replaceAll(invoiceId, `CASH-${1_700_000_000_000 + number}-${name}`)
  const { deal, entry } = JSON.parse(text) as { deal: Row; entry: Row }
  const customerId = customerIds[number % customerIds.length] ?? ''
  const own = { customerId, createdAt: number + 1 }
  const customer = { customer_id: Number(customerId) }
  const { work } = entry
  return {
    deal: { ...deal, ...own, record: { ...deal.record, customer_id: customerId } },
    entry: {
      ...entry,
      ...own,
      attempts: 0,
      nextAttemptAt: 0,
      work: {
        ...work,
        order: { ...work.order, ...customer },
        delivered: { status: 'delivered', hair_photo_url: '', cash_receipt_url: '' },
        payment: { ...work.payment, ...customer },
        photos: [],
      },
    },
  }
}

async function writeRows(page: Page, rows: Rows): Promise<void> {
  await page.evaluate(async (all) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const { indexedDB } = await storageBuckets.open('veni-work')
    const opening = indexedDB.open('veni')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const database = opening.result
    const writing = database.transaction(['deals', 'outbox'], 'readwrite')
    for (const [store, stored] of Object.entries(all))
      for (const [key, row] of stored) writing.objectStore(store).put(row, key)
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    database.close()
  }, rows)
}

/** How many entries wait. */
export async function countEntries(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const { indexedDB } = await storageBuckets.open('veni-work')
    const opening = indexedDB.open('veni')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const database = opening.result
    const counting = database.transaction('outbox').objectStore('outbox').count()
    await new Promise((resolve) => counting.addEventListener('success', resolve))
    database.close()
    return counting.result
  })
}
