/** The office of the restore tests: the real server, its backups, and rows that no phone of the test has made. */
import { randomUUID } from 'node:crypto'
import { readEpoch } from '../../server/src/db/epoch.ts'
import { customers, orders, runners } from '../../server/src/db/schema.ts'
import { orderBody } from '../../server/test/fixtures/records.ts'
import type { OfficeBackup } from '../backup.ts'
import { toResponse, toServerRequest } from '../messages.ts'
import { storeCustomers } from '../people.ts'
import type { Server } from '../server.ts'
import { outsideTabs } from '../tab.ts'

/** Another runner, with an older app, which sends single calls and stores nothing of what it has sent. */
const OTHER = '9000000099'

export class Office {
  readonly server: Server
  #isAway = false
  #running = new Set<Promise<unknown>>()
  #otherRows: readonly string[] = []
  #otherRunnerId: number | undefined
  #otherCustomers: readonly string[] = []
  #otherOrders = 0

  constructor(server: Server) {
    this.server = server
  }

  /** @returns the ids of the customers */
  async addRunner(phone: string, count: number): Promise<string[]> {
    const { db } = this.server
    const [runner] = await db.insert(runners).values({ name: phone, phone }).returning()
    if (phone === OTHER) this.#otherRunnerId = runner?.id
    return storeCustomers(db, runner?.id, count)
  }

  async addOtherRunner(count: number): Promise<void> {
    this.#otherCustomers = await this.addRunner(OTHER, count)
    await this.#noteOtherRows()
  }

  isOfOther = ({ runnerId }: { readonly runnerId: number | null }): boolean =>
    runnerId === this.#otherRunnerId

  /** The order gets the next number, and stays open: a call with a wrong number would change it. */
  async placeOtherOrder(): Promise<void> {
    const { cookie } = await this.server.signInWith(OTHER)
    const customerId = Number(this.#otherCustomers[this.#otherOrders++])
    const key = randomUUID()
    const reply = await this.server.take({
      method: 'POST',
      path: '/api/orders',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(orderBody(customerId)),
      key,
    })
    if (reply.status > 299) throw new Error(`The order of the other runner: ${reply.body}`)
    await this.#noteOtherRows()
  }

  async #noteOtherRows(): Promise<void> {
    this.#otherRows = await this.readOtherRows()
  }

  /** As they were when the other runner or a restore changed them last. */
  get otherRows(): readonly string[] {
    return this.#otherRows
  }

  /** @returns every customer and order of the other runner with all values */
  async readOtherRows(): Promise<string[]> {
    const { db } = this.server
    const rows = [await db.select().from(customers), await db.select().from(orders)].flat()
    return rows.filter(this.isOfOther).map((row) => JSON.stringify(row))
  }

  readEpoch = (): Promise<string> => readEpoch(this.server.db)

  /** As a phone sees the server. Nothing answers while the machine is lost, and a reply on its way is lost with it. */
  async answer(url: string, init: RequestInit, cookie: string): Promise<Response> {
    if (this.#isAway) throw new TypeError('Failed to fetch')
    const request = toServerRequest(url, init, cookie)
    const reply = outsideTabs(() => this.server.take(request))
    this.#running.add(reply)
    const taken = await reply.finally(() => this.#running.delete(reply))
    if (this.#isAway) throw new TypeError('Failed to fetch')
    return toResponse(taken)
  }

  /** The office loses its machine in the middle of the calls, and continues with a backup. */
  async restore(backup: OfficeBackup, beforeOpening: () => Promise<unknown>): Promise<void> {
    this.#isAway = true
    await Promise.allSettled(this.#running)
    await this.server.restoreBackup(backup)
    await this.#noteOtherRows()
    await beforeOpening()
    this.#isAway = false
  }
}
