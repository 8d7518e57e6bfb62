/** The rows that a phone has on its disk, for the checks of each commit. */
import type { Deal } from '@veni/domain/deal'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { PHONES } from './people.ts'
import type { Phone } from './phone.ts'
import type { App } from './phone-apps.ts'

export interface StoredRows {
  readonly entries: () => Promise<readonly OutboxEntry[]>
  readonly deals: () => Promise<readonly Deal[]>
  /** To be called after each commit, with the object stores that it may have changed. */
  readonly noteWritten: (stores: readonly string[]) => void
}

/** Reads an object store again only after a transaction has written to it. Most commits change neither deals nor entries. */
export function createStoredRows(phone: Phone): StoredRows {
  const [entries, deals] = [
    readOnce(phone, (app) => app.listEntries),
    readOnce(phone, (app) => app.listDeals),
  ]
  return {
    entries: entries.read,
    deals: deals.read,
    noteWritten(stores) {
      if (stores.includes('outbox')) entries.renew()
      if (stores.includes('deals')) deals.renew()
    },
  }
}

/** Of both runners, outside every tab. */
function readOnce<TRow>(phone: Phone, listOf: (app: App) => (owner: string) => Promise<TRow[]>) {
  let rows: Promise<readonly TRow[]> | undefined
  const readAll = () =>
    phone.do(async (app) => (await Promise.all(Object.values(PHONES).map(listOf(app)))).flat())
  return {
    read: () => (rows ??= readAll()),
    renew: () => void (rows = undefined),
  }
}
