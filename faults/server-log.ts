/** What the server recorded and refused during a run, in its order, and what the office did in between. */
import type { ImportedEntry } from '../server/src/ops/import/deals/import-deals.ts'
import type { Move, Office, StatusChange } from './office.ts'
import type { Who } from './people.ts'
import type { Prices } from './prices.ts'
import {
  createWorkCalls,
  isWorkCall,
  isWrite,
  listItems,
  type Reply,
  type ServerRequest,
} from './work-calls.ts'

/** What the simulation reads of an entry in the file of a phone. */
export interface EntryInFile {
  readonly id: string
  readonly customerId: string
  readonly owner: string
  readonly createdAt: number
  readonly state: string
  readonly work: { readonly kind: string; readonly photos?: readonly { readonly id: string }[] }
}

/** A write that the server made, and not only answered again. */
interface Write {
  readonly key: string | undefined
  readonly label: string
  /** Only of work: every price list of the office until then. */
  readonly prices?: readonly Prices[]
  /** Whether it is a copy of refused work: a call that had left the phone before, or an import. Later work did not wait for it. */
  readonly isStray?: boolean
  /** Whether the office imported it from the file of a phone. */
  readonly isImported?: boolean
  /** Only of an import: whether the office had restored a backup before. */
  readonly isAfterLoss?: boolean
}

export type Effect = Write | Move | StatusChange

/** The server has refused an entry because of a newer change of the office. */
export interface Conflict {
  readonly id: string
  /** What had happened until then. */
  readonly before: readonly Effect[]
}

export class ServerLog {
  readonly office: Office
  readonly #effects: Effect[]
  readonly #refusedRightly = new Set<string>()
  readonly #conflicts: Conflict[] = []
  /** When the server has last refused each entry, in ms since 1970. */
  readonly #refusedAt = new Map<string, number>()
  readonly #now: () => number
  readonly #importViolations: string[] = []
  /** Whether the office has restored a backup. */
  #hasLost = false
  readonly #workCalls = createWorkCalls()
  /** Who has which cookie. */
  readonly #runners = new Map<string, Who>()

  /** @param now in ms since 1970 */
  constructor(office: Office, now: () => number) {
    this.office = office
    this.#now = now
    this.#effects = [office.firstMove]
  }

  get effects(): readonly Effect[] {
    return this.#effects
  }

  /** The ids of entries that change a customer whom another runner had when the server refused them. */
  get refusedRightly(): ReadonlySet<string> {
    return this.#refusedRightly
  }

  /** A restored backup does not remove them: the phone has got the answer. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts
  }

  signedIn(who: Who, cookie: string) {
    this.#runners.set(cookie, who)
  }

  /** @param cookies of a request */
  #runnerWith(cookies = ''): Who | undefined {
    return cookies
      .split('; ')
      .map((cookie) => this.#runners.get(cookie))
      .find((who) => who !== undefined)
  }

  async moveCustomer(): Promise<Move> {
    const move = await this.office.moveCustomer()
    this.#effects.push(move)
    return move
  }

  async changeStatuses(ids: readonly string[], status: string): Promise<void> {
    this.#effects.push(...(await this.office.changeStatuses(ids, status)))
  }

  /** Compares the result of an import with what the server had recorded of the entry before. */
  noteImported({ id, state, work }: EntryInFile, { outcome, remark }: ImportedEntry) {
    const violate = (what: string) => void this.#importViolations.push(`${what}: ${id}`)
    if (outcome === 'refused') {
      if (state === 'held' || this.#workCalls.isKnown(id)) return
      // The office has lost the settlement by a restore. The file does not have it, because the phone had sent it.
      if (this.#hasLost && work.kind === 'settlement-delivered') return
      if (!remark.includes('has changed the customer')) return violate(`not imported, ${remark}`)
      this.#conflicts.push({ id, before: [...this.#effects] })
      return
    }
    const isFirst = this.#workCalls.isFirst(id)
    if (isFirst && outcome === 'present') violate('the import says that it was there')
    if (!isFirst) return
    this.#effects.push({
      key: `${id}:work`,
      label: 'import',
      prices: this.office.prices,
      isStray: this.#refusedAt.has(id),
      isImported: true,
      isAfterLoss: this.#hasLost,
    })
  }

  get importViolations(): readonly string[] {
    return this.#importViolations
  }

  note(request: ServerRequest, { status, body, isReplayed }: Reply) {
    const { method, path } = request
    if (status > 299) return
    const isNew = !isReplayed && isWrite(method, path)
    const keys = isNew ? this.#workCalls.findKeys(request, body) : []
    const label = `${method} ${path}`
    if (isWorkCall(path)) return this.#noteItems(request, body, { keys, label })
    for (const key of keys) this.#effects.push({ key, label })
  }

  /** In their order: what a call records for a customer can end a conflict before its next item. */
  #noteItems(
    { body, headers, sentAt = Infinity }: ServerRequest,
    reply: string,
    { keys, label }: { readonly keys: readonly (string | undefined)[]; readonly label: string },
  ) {
    const { results } = JSON.parse(reply) as { results: { error?: { code: string } }[] }
    const who = this.#runnerWith(headers.cookie)
    for (const [at, { id, customer_id }] of listItems(body).entries()) {
      const code = results[at]?.error?.code
      const key = `${id}:work`
      const isStray = sentAt < (this.#refusedAt.get(id) ?? 0)
      if (keys.includes(key))
        this.#effects.push({ key, label, prices: this.office.prices, isStray })
      const isMoved = code === 'not-found' && this.office.isMovedFrom(who, customer_id)
      if (code === 'conflict') this.#conflicts.push({ id, before: [...this.#effects] })
      if (isMoved) this.#refusedRightly.add(id)
      // After any other failure later work waits for the entry.
      if (code === 'conflict' || isMoved) this.#refusedAt.set(id, this.#now())
    }
  }

  /** @returns brings back what was recorded until now, as a restored backup does */
  backUp(): () => void {
    const count = this.#effects.length
    const restores = [this.#workCalls.backUp(), this.office.backUp()]
    return () => {
      this.#hasLost = true
      this.#effects.splice(count)
      for (const restore of restores) restore()
    }
  }
}
