import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@veni/domain/api/protocol'
import { cashPaymentBody, orderBody, RAVI } from './records.ts'

/** One write of a phone, under its key. */
export interface Write {
  readonly path: string
  readonly key: string
  readonly body: string
  /** What the server answered with 201; undefined while nobody knows. */
  answer?: string
}

/** Posts until the connection breaks, one write after another, and remembers each. */
export class PayingPhone {
  readonly writes: Write[] = []
  readonly #customerId: number
  #cookie = ''

  constructor(customerId: number) {
    this.#customerId = customerId
  }

  async signIn(address: string): Promise<void> {
    const body = JSON.stringify({ phone: RAVI.phone, code: '123456' })
    const answer = await this.#post(address, { path: '/api/sign-in/session', key: '', body })
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  /** @param onAsked called when a write is on its way */
  async payUntilCut(address: string, onAsked: () => void): Promise<void> {
    for (;;) {
      const write = this.#next()
      this.writes.push(write)
      const asked = this.#ask(address, write)
      onAsked()
      const answer = await asked.catch(() => undefined)
      if (!answer) return
      write.answer = answer.body
    }
  }

  /**
   * Sends a write again under its key.
   * @returns what is wrong: an acknowledged write that is not replayed as it was answered
   */
  async repeat(address: string, write: Write): Promise<string[]> {
    const { body, isReplayed } = await this.#ask(address, write)
    if (write.answer === undefined) write.answer = body
    else if (!isReplayed) return [`${write.path} ${write.key} was lost`]
    return write.answer === body ? [] : [`${write.path} ${write.key} is another one now`]
  }

  /** Payments are told apart by their invoice as well; an order without one by its key alone. */
  #next(): Write {
    const isOrder = this.writes.length % 2 === 0
    const record = isOrder ? orderBody(this.#customerId) : cashPaymentBody(this.#customerId)
    const path = isOrder ? '/api/orders' : '/api/cash-payments'
    return { path, key: randomUUID(), body: JSON.stringify(record) }
  }

  async #ask(address: string, write: Write): Promise<{ body: string; isReplayed: boolean }> {
    const answer = await this.#post(address, write)
    const body = await answer.text()
    if (answer.status !== 201)
      throw new Error(`${write.path} was answered ${answer.status} ${body}`)
    return { body, isReplayed: answer.headers.get(REPLAYED_HEADER) === 'true' }
  }

  #post(address: string, { path, key, body }: Write): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      cookie: this.#cookie,
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
    }
    return fetch(new URL(path, address), { method: 'POST', headers, body })
  }
}
