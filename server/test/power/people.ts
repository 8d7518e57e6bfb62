import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { type Database, selectRows } from '../../src/db/client.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { hashOf } from '../../src/photos/service.ts'
import { PayingPhone } from '../fixtures/paying-phone.ts'
import { newCustomer, storePrices, storeRunners } from '../fixtures/records.ts'
import type { Actor, Load } from './actor.ts'
import { Office } from './office.ts'
import type { PowerMachine } from './power-machine.ts'
import { UploadPhone } from './upload-phone.ts'
import { WorkPhone } from './work-phone.ts'

const PAYING_PHONES = 2
/** The latest writes of a paying phone are sent again after each start; at the end the database has all of them. */
const MOST_REPEATED = 6

/** Everybody who uses the server of a test, and what they found missing. */
export class People {
  /** Describes the latest cut, in the problems that are found now. */
  latestCut = 'before any cut'
  readonly problems: string[] = []
  readonly env = {
    RUNNER_CALLS_PER_MINUTE: '0',
    PHOTOS_PER_DAY: '0',
    PHOTO_MB_PER_DAY: '0',
    RECORD_MB_PER_DAY: '0',
  }
  readonly payers: readonly PayingPhone[]
  readonly uploader: UploadPhone
  readonly #machine: PowerMachine
  readonly #worker: WorkPhone
  readonly #office: Office
  readonly #actors: readonly Actor[]

  constructor(machine: PowerMachine, customerIds: readonly number[]) {
    const [first = 0, ...others] = customerIds
    this.#machine = machine
    this.uploader = new UploadPhone(machine)
    this.#worker = new WorkPhone(first)
    this.payers = others.map((id) => new PayingPhone(id))
    this.#office = new Office(machine)
    const payers = this.payers.map((phone) => new Payer(phone, machine))
    this.#actors = [...payers, this.#worker, this.uploader, this.#office]
  }

  /** Stores the customers, before anything runs. */
  static async prepare(machine: PowerMachine): Promise<People> {
    let ids: number[] = []
    await machine.withData(async (data) => {
      const { db, close } = data.databaseUrl
        ? await openDatabase(data)
        : await openEmbedded(data.dataDir, inject('embeddedTemplate'))
      await storeRunners(db)
      await storePrices(db)
      const made = Array.from({ length: PAYING_PHONES + 1 }, () => newCustomer(db))
      ids = (await Promise.all(made)).map(({ id }) => id)
      await close()
    })
    return new People(machine, ids)
  }

  /** Finishes what the cut before left open. */
  async goOn(address: string): Promise<void> {
    for (const actor of this.#actors) this.#found(await actor.goOn(address))
  }

  /** Completes what takes several steps. */
  async finish(address: string): Promise<void> {
    for (const actor of this.#actors) await actor.finish?.(address)
  }

  /**
   * Works until so many ms after so many things were sent; with `all` also until each kind of thing was acknowledged, and
   * one part of a photo without the next.
   * @returns the moment of the cut
   */
  async workUntilCut(
    address: string,
    after: { readonly sent: number; readonly all: boolean; readonly ms: number },
  ): Promise<number> {
    await this.goOn(address)
    const cut = new AbortController()
    let sent = 0
    let isDue = false
    let moment = 0
    const onSent = () => {
      sent += 1
      if (isDue || sent < after.sent || (after.all && !this.#isAllDone())) return
      isDue = true
      setTimeout(() => {
        moment = this.#machine.now()
        cut.abort()
      }, after.ms)
    }
    const load: Load = { address, cut: cut.signal, onSent }
    await Promise.all(this.#actors.map((actor) => actor.workUntilCut(load)))
    return moment
  }

  #isAllDone(): boolean {
    const { isBetweenParts, stored } = this.uploader
    return isBetweenParts && stored.length > 0 && this.#office.hasErased()
  }

  /** After a cut, before anything runs. */
  async checkDisk(): Promise<void> {
    for (const actor of this.#actors) this.#found((await actor.checkDisk?.()) ?? [])
  }

  /** What was ever sent by others than the paying phones, and what the database has of it. No server may run. */
  async compareOthers({ db }: Database) {
    const deals = await selectRows<{ invoice_id: string }>(
      db,
      sql`select invoice_id from cash_payments join orders using (invoice_id) where cash_payments.customer_id = ${this.#worker.customerId} order by invoice_id`,
    )
    const erased = await selectRows<{ id: number }>(
      db,
      sql`select id from customers where erased_at is not null order by id`,
    )
    return {
      stored: {
        deals: deals.map(({ invoice_id }) => invoice_id),
        erased: erased.map(({ id }) => id),
      },
      sent: {
        deals: this.#worker.sent.map(({ invoiceId }) => invoiceId).toSorted(),
        erased: this.#office.erasedIds,
      },
    }
  }

  countWrites(): number {
    const counts = [
      ...this.payers.map(({ writes }) => writes.length),
      this.#worker.sent.length,
      this.uploader.stored.length,
      this.#office.erasedIds.length,
    ]
    return counts.reduce((sum, count) => sum + count, 0)
  }

  #found(problems: readonly string[]): void {
    this.problems.push(...problems.map((problem) => `${this.latestCut}: ${problem}`))
  }
}

class Payer implements Actor {
  readonly #phone: PayingPhone
  readonly #machine: PowerMachine
  #isSignedIn = false

  constructor(phone: PayingPhone, machine: PowerMachine) {
    this.#phone = phone
    this.#machine = machine
  }

  workUntilCut({ address, cut, onSent }: Load): Promise<void> {
    return this.#phone.payUntilCut(address, onSent, cut)
  }

  async goOn(address: string): Promise<string[]> {
    if (!this.#isSignedIn) await this.#phone.signIn(address)
    this.#isSignedIn = true
    const problems: string[] = []
    for (const write of this.#phone.writes.slice(-MOST_REPEATED))
      problems.push(...(await this.#phone.repeat(address, write)))
    return problems
  }

  /** A photo that is sent again is stored again, so only the disk shows that it was lost. */
  async checkDisk(): Promise<string[]> {
    const photos = this.#phone.writes.flatMap(({ body, answer }) =>
      Buffer.isBuffer(body) && answer !== undefined ? [hashOf(body)] : [],
    )
    return this.#machine.findLostPhotos(photos)
  }
}
