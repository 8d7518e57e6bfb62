/** What the office does during a shift, by the functions of its command line, and what it must have afterwards. */
import { readConfig } from '../server/src/config/config.ts'
import type { Db } from '../server/src/db/client.ts'
import { type DealOverview, listAllDeals } from '../server/src/deals/deal-overview.ts'
import { moveCustomersBetween } from '../server/src/runners/office-service.ts'
import { importRecords } from '../server/src/ops/import/records/import-records.ts'
import { whileBusy } from './idle.ts'
import { type Customers, otherThan, PHONES, type Who } from './people.ts'
import {
  changePrices,
  firstPrices,
  importFirstPrices,
  importPrices,
  type Prices,
} from './prices.ts'
import { storeIn } from './server-parts.ts'

/** The office has given a customer to a runner. */
export interface Move {
  readonly movedId: string
  readonly to: Who
}

/** The office has imported a status for a customer. */
export interface StatusChange {
  readonly importedId: string
  readonly status: string
}

interface OfficeDeps {
  readonly db: Db
  readonly photos: Map<string, Uint8Array>
  readonly now: () => number
}

export class Office {
  readonly #deps: OfficeDeps
  readonly #common: string
  /** Of the customer whom both runners know. */
  #owner: Who = 'own'
  /** Every price list of the office until now, the oldest first. */
  #prices: readonly Prices[] = [firstPrices]

  constructor(deps: OfficeDeps, { common }: Customers) {
    this.#deps = deps
    this.#common = common
  }

  /** Gives the customer whom both runners know to the other one. @returns the change */
  async moveCustomer(): Promise<Move> {
    const { db, now } = this.#deps
    const from = this.#owner
    const to = otherThan(from)
    const ids = [Number(this.#common)]
    const office = { db, now: () => new Date(now()) }
    await moveCustomersBetween(office, { from: PHONES[from], to: PHONES[to], ids })
    this.#owner = to
    return { movedId: this.#common, to }
  }

  /** As `ops import customers`. @returns the changes */
  async changeStatuses(ids: readonly string[], status: string): Promise<StatusChange[]> {
    const rows = ids.map((id) => `${id},Customer,${status}\n`)
    const file = Buffer.from(['id,member_name,status\n', ...rows].join(''))
    const refuse = (what: unknown) => {
      throw new Error(`not imported: ${JSON.stringify(what)}`)
    }
    const options = { skipBad: false, onBadRow: refuse, onDiscarded: refuse }
    await whileBusy(importRecords(this.#deps.db, 'customers', bytesOf(file), options))
    return ids.map((importedId) => ({ importedId, status }))
  }

  /** Imports the first prices and those before them, before the shift. */
  async startPrices(): Promise<void> {
    const { db, now } = this.#deps
    await whileBusy(importFirstPrices(db, now()))
  }

  /** Imports other prices. */
  async changePrices(size: number): Promise<void> {
    const { db, now } = this.#deps
    const next = changePrices(this.#prices.at(-1) ?? firstPrices, size)
    await whileBusy(importPrices(db, next, new Date(now())))
    this.#prices = [...this.#prices, next]
  }

  /** Every price of this shift until now, the oldest first. A shift is too short for the office to forget one. */
  get prices(): readonly Prices[] {
    return this.#prices
  }

  /** The move before the shift. */
  get firstMove(): Move {
    return { movedId: this.#common, to: this.#owner }
  }

  /** Whether the server has to refuse a change of this customer by this runner now. */
  isMovedFrom(who: Who | undefined, customerId: string): boolean {
    return customerId === this.#common && who !== this.#owner
  }

  /** @returns brings back the customers and the prices as they are now, as a restored backup does */
  backUp(): () => void {
    const [owner, prices] = [this.#owner, this.#prices]
    return () => {
      this.#owner = owner
      this.#prices = prices
    }
  }

  /** As `ops deals` lists them. */
  async listDeals(): Promise<DealOverview[]> {
    const { db, photos } = this.#deps
    const deals: DealOverview[] = []
    const deps = { db, config: readConfig({}), photoStore: storeIn(photos) }
    await listAllDeals(deps, {}, (deal) => void deals.push(deal))
    return deals
  }
}

async function* bytesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file)
}
