import type { Page } from '@playwright/test'

/** A completed deal as the phone's database has it; amounts in rupees. */
export interface PhoneDeal {
  readonly invoiceId: string
  readonly customerId: string
  readonly kind: 'cash-payment' | 'settlement'
  readonly receivedAt?: number
  readonly record: {
    readonly hair_value: number
    readonly items_total: number
    readonly balance_amount: number
    readonly cash_amount?: number
    readonly upi_reference?: string
  }
}

export interface PhoneBooks {
  readonly deals: readonly PhoneDeal[]
  readonly outbox: readonly { readonly work: { readonly kind: string } }[]
}

/** What the phone's database holds of deals and unsent work. */
export async function readPhoneBooks(page: Page): Promise<PhoneBooks> {
  const { deals = [], outbox = [] } = await readStores(page)
  return { deals, outbox } as PhoneBooks
}

/** Whether the text stands anywhere in the phone's database: typed, it need not be typed again. */
export async function isOnPhone(page: Page, text: string): Promise<boolean> {
  return JSON.stringify(await readStores(page)).includes(text)
}

/** Every row of the app's database by store; a photo's bytes are left out. */
async function readStores(page: Page): Promise<Record<string, unknown[]>> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases()
    // To open it before the app does would make an empty one.
    if (!known.some(({ name }) => name === 'veni')) return {}
    const settled = (request: IDBRequest) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
      })
    const opening = indexedDB.open('veni')
    await settled(opening)
    const database = opening.result
    const names = [...database.objectStoreNames].filter((name) => name !== 'snapshots')
    const stores = database.transaction(names)
    const rows = names.map(async (name) => {
      const all = (await settled(stores.objectStore(name).getAll())) as object[]
      return [name, all.map((row) => ({ ...row, bytes: undefined }))] as const
    })
    const read = Object.fromEntries(await Promise.all(rows))
    database.close()
    return read
  })
}
