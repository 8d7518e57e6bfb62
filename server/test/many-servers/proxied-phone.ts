import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import type { SentWork, WorkResult } from '@veni/domain/api/work'
import { cashPaymentBody, orderBody, RAVI } from '../fixtures/records.ts'
import { newPhoto, PART, TUS, UPLOADS } from '../fixtures/upload-calls.ts'
import { hashOf } from '../../src/photos/service.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'

/** What a phone gets while a server or the database is away; it tries again. */
const AWAY = new Set([502, 503, 504])
const RETRY_MS = 50
/** Two minutes: no outage of these tests is as long. */
const MOST_TRIES = 2_400
const DEALS_OF_A_CALL = 10

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * A phone of a runner that makes deals and sends photos through a proxy. Each request may reach another server. It sends
 * each write until it is acknowledged, and then asks, again at any server, whether it is there.
 */
export class ProxiedPhone {
  /** The invoice ids of the acknowledged deals with the text that each of them has. */
  readonly deals = new Map<string, string>()
  /** The photos that were acknowledged, by their hashes. */
  readonly photos = new Map<string, Buffer>()
  /** Answers that no phone may get. */
  readonly wrong: string[] = []
  /** Deals, and parts of photos. */
  writes = 0
  /** How often a request was sent again because no server answered it. */
  repeats = 0
  /** When the last deals were sent that were acknowledged, by `performance.now`. */
  lastSentAt = 0
  readonly #address: string
  readonly #customerId: number
  readonly #id = randomUUID()
  #cookie = ''

  constructor(address: string, customerId: number) {
    this.#address = address
    this.#customerId = customerId
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    await this.#signIn()
    while (!isOver() && this.wrong.length === 0) await this.#work()
  }

  async #signIn(): Promise<void> {
    const answer = await this.#send(
      '/api/sign-in/session',
      json('POST', { phone: RAVI.phone, code: '123456' }),
    )
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  /** One photo in two parts, and ten deals of which the first has the photo. */
  async #work(): Promise<void> {
    const photo = await newPhoto()
    await this.#upload(photo)
    const hash = hashOf(photo)
    const items = Array.from({ length: DEALS_OF_A_CALL }, (_, at) =>
      this.#newDeal(at === 0 ? `/api/images/${hash}.jpg` : ''),
    )
    for (let rest = items; rest.length > 0;) rest = await this.#sendDeals(rest)
    this.writes += items.length
    await this.#compare(items, hash)
  }

  /** @returns the deals to send again, because the database was away */
  async #sendDeals(items: readonly SentWork[]): Promise<SentWork[]> {
    const sentAt = performance.now()
    const { text } = await this.#send('/api/work', json('POST', { items }))
    const { results = [] } = JSON.parse(text) as { results?: WorkResult[] }
    const again: SentWork[] = []
    for (const [at, item] of items.entries()) {
      const { work } = item
      const result = results[at]
      if (result?.outcome === 'recorded' && work.kind === 'cash-payment') {
        this.deals.set(work.payment.invoice_id, work.payment.upi_reference)
        this.lastSentAt = sentAt
      } else if (result?.outcome === 'not-recorded' && AWAY.has(result.status)) again.push(item)
      else this.wrong.push(`a deal: ${JSON.stringify(result)}`)
    }
    if (again.length > 0) {
      this.repeats += 1
      await wait(RETRY_MS)
    }
    return again
  }

  #newDeal(photoUrl: string): SentWork {
    const payment = cashPaymentBody(this.#customerId, {
      upi_reference: randomUUID(),
      hair_photo_url: photoUrl,
    })
    const links = { visit_id: payment.visit_id, invoice_id: payment.invoice_id }
    const order = { ...orderBody(this.#customerId), ...links }
    const delivered = { status: 'delivered' as const, ...links }
    const work = { kind: 'cash-payment' as const, order, delivered, payment, photos: [] }
    return { version: 1, id: payment.visit_id, customer_id: String(this.#customerId), work }
  }

  /** What one server has acknowledged, every other one must have. */
  async #compare(items: readonly SentWork[], hash: string): Promise<void> {
    const compared = items.map(({ id }, at) => ({
      id,
      photos: at === 0 ? [hash] : [],
      is_sent: true,
    }))
    const unsent = { deals: 0, photos: 0, others: 0 }
    const body = { phone_id: this.#id, unsent, items: compared }
    const { text } = await this.#send('/api/reconciliation', json('POST', body))
    const { results } = JSON.parse(text) as ReconciliationReply
    for (const { state, missing_photos: missing } of results)
      if (state !== 'recorded' || missing.length > 0)
        this.wrong.push(`acknowledged, and then ${state} without ${missing.length} photos`)
  }

  async #upload(photo: Buffer): Promise<void> {
    const hash = hashOf(photo)
    const receipt = `/api/images/${hash}.jpg/receipt`
    while (!this.photos.has(hash)) {
      const made = await this.#send(UPLOADS, {
        method: 'POST',
        headers: { ...TUS, 'upload-length': String(photo.length) },
      })
      await this.#sendParts(made.headers.get('location') ?? '', photo)
      // An upload that is gone may have been stored before its answer was lost.
      const { status } = await this.#send(receipt, {}, [404])
      if (status === 200) this.photos.set(hash, photo)
    }
  }

  /** Ends when the upload is complete or gone. */
  async #sendParts(url: string, photo: Buffer): Promise<void> {
    for (let offset = 0; offset < photo.length;) {
      const end = offset === 0 ? Math.floor(photo.length / 2) : photo.length
      const part = await this.#send(
        url,
        {
          method: 'PATCH',
          headers: { ...PART, 'upload-offset': String(offset) },
          body: new Uint8Array(photo.subarray(offset, end)),
        },
        // A repeat of a part that was stored: its answer was lost.
        [404, 409, 410],
      )
      if (part.status === 409) {
        const head = await this.#send(url, { method: 'HEAD', headers: TUS }, [404, 410])
        if (head.status !== 200) return
        offset = Number(head.headers.get('upload-offset'))
      } else if (part.status === 204) {
        this.writes += 1
        offset = end
      } else return
    }
  }

  /** @param others statuses besides 2xx that are an answer */
  async #send(
    path: string,
    { method = 'GET', headers, body }: Sent,
    others: readonly number[] = [],
  ): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const sent = { ...FROM_OUR_PAGE, cookie: this.#cookie, ...headers }
      const reply = await fetch(`${this.#address}${path}`, {
        method,
        headers: sent,
        ...(body && { body }),
      })
        .then(async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
        }))
        .catch(() => undefined)
      const isAway = reply === undefined || AWAY.has(reply.status)
      if (!isAway && !(reply.status < 300 || others.includes(reply.status)))
        this.wrong.push(`${method} ${path}: ${reply.status} ${reply.text}`)
      if (!isAway) return reply
      if (tries === MOST_TRIES) throw new Error(`${method} ${path} has no answer`)
      this.repeats += 1
      await wait(RETRY_MS)
    }
  }
}

const json = (method: string, value: object): Sent => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
