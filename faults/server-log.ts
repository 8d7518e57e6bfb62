/** What the server recorded and refused during a run, in its order, and what the office did in between. */
import type { Move, Office } from './office.ts'
import type { Who } from './people.ts'
import {
  createWorkCalls,
  isWorkCall,
  isWrite,
  listItems,
  type Reply,
  type ServerRequest,
} from './work-calls.ts'

/** A write that the server made, and not only answered again. */
interface Write {
  readonly key: string | undefined
  readonly label: string
}

export type Effect = Write | Move

export class ServerLog {
  readonly office: Office
  readonly #effects: Effect[]
  readonly #refusedRightly = new Set<string>()
  readonly #workCalls = createWorkCalls()
  /** Who has which cookie. */
  readonly #runners = new Map<string, Who>()

  constructor(office: Office) {
    this.office = office
    this.#effects = [office.firstMove]
  }

  get effects(): readonly Effect[] {
    return this.#effects
  }

  /** The ids of entries that change a customer whom another runner had when the server refused them. */
  get refusedRightly(): ReadonlySet<string> {
    return this.#refusedRightly
  }

  signedIn(who: Who, cookie: string) {
    this.#runners.set(cookie, who)
  }

  async moveCustomer(): Promise<Move> {
    const move = await this.office.moveCustomer()
    this.#effects.push(move)
    return move
  }

  note(request: ServerRequest, { status, body, isReplayed }: Reply) {
    const { method, path } = request
    if (status > 299) return
    if (isWorkCall(path)) this.#noteRefusals(request, body)
    if (isReplayed || !isWrite(method, path)) return
    for (const key of this.#workCalls.findKeys(request, body))
      this.#effects.push({ key, label: `${method} ${path}` })
  }

  #noteRefusals({ body, headers }: ServerRequest, reply: string) {
    const { results } = JSON.parse(reply) as { results: { error?: { code: string } }[] }
    const who = this.#runners.get(headers.cookie ?? '')
    for (const [at, { id, customer_id }] of listItems(body).entries())
      if (results[at]?.error?.code === 'not-found' && this.office.isMovedFrom(who, customer_id))
        this.#refusedRightly.add(id)
  }

  /** @returns brings back what was recorded until now, as a restored backup does */
  backUp(): () => void {
    const count = this.#effects.length
    const restores = [this.#workCalls.backUp(), this.office.backUp()]
    return () => {
      this.#effects.splice(count)
      for (const restore of restores) restore()
    }
  }
}
