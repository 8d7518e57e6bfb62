import type { Page } from '@playwright/test'

/**
 * Copies the one deal that waits on this phone, with its entry, so that so many wait. Each has a visit and an invoice of
 * its own, and the next of the customers; none has photos.
 */
export async function multiplyDeal(
  page: Page,
  count: number,
  customerIds: readonly string[],
): Promise<void> {
  await page.evaluate(
    async ([total, ids]) => {
      const { storageBuckets } = navigator as unknown as {
        storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
      }
      const { indexedDB } = await storageBuckets.open('veni-work')
      const steps = {
        ended: (request: IDBRequest | IDBTransaction) =>
          new Promise<void>((resolve, reject) => {
            const done = request instanceof IDBTransaction ? 'complete' : 'success'
            request.addEventListener(done, () => resolve())
            request.addEventListener('error', () => reject(request.error ?? new Error('failed')))
          }),
      }
      const opening = indexedDB.open('veni')
      await steps.ended(opening)
      const database = opening.result
      const reading = database.transaction(['deals', 'outbox'])
      const deals = reading.objectStore('deals').getAll()
      const entries = reading.objectStore('outbox').getAll()
      await steps.ended(reading)
      type Row = Record<string, Record<string, unknown>>
      const [deal] = deals.result as Row[]
      const entry = (entries.result as Row[]).find(({ work }) => work?.kind === 'cash-payment')
      if (!deal || !entry) throw new Error('no deal waits')
      const text = JSON.stringify({
        deal,
        entry: { ...entry, work: { ...entry.work, photos: [] } },
      })
      for (let at = 0; at < total; at += 500) {
        const writing = database.transaction(['deals', 'outbox'], 'readwrite')
        for (let n = at; n < Math.min(total, at + 500); n++) {
          const visitId = crypto.randomUUID()
          const name = n.toString(36).toUpperCase().padStart(6, 'Q')
          const invoiceId = `CASH-${1_700_000_000_000 + n}-${name}`
          const copy = JSON.parse(
            text
              .replaceAll(String(deal.visitId), visitId)
              .replaceAll(String(deal.invoiceId), invoiceId),
          ) as { deal: Row; entry: Row }
          const customerId = ids[n % ids.length] ?? ''
          const { work } = copy.entry
          Object.assign(work?.delivered as object, { hair_photo_url: '', cash_receipt_url: '' })
          Object.assign(copy.deal, { customerId, createdAt: n + 1 })
          Object.assign(copy.deal.record ?? {}, { customer_id: customerId })
          Object.assign(copy.entry, { customerId, createdAt: n + 1, nextAttemptAt: 0, attempts: 0 })
          for (const part of [work?.order, work?.payment])
            Object.assign(part as object, { customer_id: Number(customerId) })
          writing.objectStore('deals').put(copy.deal, visitId)
          writing.objectStore('outbox').put(copy.entry, visitId)
        }
        await steps.ended(writing)
      }
      database.close()
    },
    [count, customerIds] as const,
  )
}

/** How many rows a store of the phone's database has. */
export async function countRows(page: Page, store: string): Promise<number> {
  return page.evaluate(async (name) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (bucket: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const { indexedDB } = await storageBuckets.open('veni-work')
    const opening = indexedDB.open('veni')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const database = opening.result
    const counting = database.transaction(name).objectStore(name).count()
    await new Promise((resolve) => counting.addEventListener('success', resolve))
    database.close()
    return counting.result
  }, store)
}
