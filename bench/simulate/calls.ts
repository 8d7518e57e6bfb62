/** What a phone sends for each kind of event, to the real server. */
import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { cashPaymentBody, orderBody } from '../../server/test/fixtures/records.ts'
import { newLargePhoto, PART, TUS, UPLOADS } from '../../server/test/fixtures/upload-calls.ts'
import { FROM_OUR_PAGE } from '../../server/test/setup/client.ts'
import { hashOf } from '../../server/src/photos/service.ts'
import type { Kind } from './day.ts'

/** A runner with a session, and a customer of the runner. */
export interface Sender {
  readonly cookie: string
  readonly customerId: number
  /** The ETag of the last list that the sender has received. */
  tag?: string
}

const MOST_CONNECTIONS = 200
http.globalAgent.maxSockets = MOST_CONNECTIONS

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The server has too much to do now, and says so. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** By this process. */
export const sentCalls = { count: 0 }

/** Throws when the server refuses; `Unavailable` when it asks to try again. */
async function send(url: string, sender: Sender, { method = 'GET', headers, body }: Sent = {}) {
  sentCalls.count += 1
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = http.request(
      url,
      { method, headers: { ...FROM_OUR_PAGE, cookie: sender.cookie, ...headers } },
      (reply) => {
        buffer(reply).then(
          (received) =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: received }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
  if (answer.status === 503) throw new Unavailable(answer.body.toString())
  if (answer.status >= 400)
    throw new Error(`${method} ${url} was answered ${answer.status}: ${answer.body.toString()}`)
  return answer
}

/** As the service worker has stored the app, an opened app asks for its answers only. */
async function open(url: string, sender: Sender): Promise<void> {
  const list = await send(`${url}/api/customers`, sender, { headers: { 'accept-encoding': 'br' } })
  sender.tag = String(list.headers.etag ?? '')
  for (const path of ['/api/ping', '/api/products', '/api/hair-pricing'])
    await send(url + path, sender, { headers: { 'accept-encoding': 'br' } })
}

async function refresh(url: string, sender: Sender): Promise<void> {
  const headers = { 'accept-encoding': 'br', 'if-none-match': sender.tag ?? '' }
  const list = await send(`${url}/api/customers`, sender, { headers })
  sender.tag = String(list.headers.etag ?? '')
  await send(`${url}/api/ping`, sender)
}

const json = (body: object): Sent => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The whole deal in one call, and the comparison that follows it. */
async function deal(url: string, sender: Sender): Promise<void> {
  const { customerId } = sender
  const payment = cashPaymentBody(customerId, { upi_reference: randomUUID() })
  const links = { visit_id: payment.visit_id, invoice_id: payment.invoice_id }
  const order = { ...orderBody(customerId), ...links }
  const delivered = { status: 'delivered' as const, ...links }
  const work = { kind: 'cash-payment' as const, order, delivered, payment, photos: [] }
  const id = payment.visit_id
  const item = { version: 1, id, customer_id: String(customerId), work }
  const { body } = await send(`${url}/api/work`, sender, json({ items: [item] }))
  if (!body.includes('"recorded"')) throw new Error(`A deal was not recorded: ${body.toString()}`)
  const items = [{ id, photos: [], is_sent: true }]
  const unsent = { deals: 0, photos: 0, others: 0 }
  await send(`${url}/api/reconciliation`, sender, json({ phone_id: randomUUID(), unsent, items }))
}

/** As large as the photos of the byte budget. */
const PHOTO = await newLargePhoto()
const SOI_BYTES = 2

/** Another photo each time: a comment of JPEG makes its hash different. */
function newPhoto(): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)])
  return Buffer.concat([PHOTO.subarray(0, SOI_BYTES), comment, PHOTO.subarray(SOI_BYTES)])
}

export const PHOTO_BYTES = PHOTO.length
const FIRST_PART = 65_536

/** In two parts, and then the question whether it is there. */
async function photo(url: string, sender: Sender): Promise<void> {
  const bytes = newPhoto()
  const length = { ...TUS, 'upload-length': String(bytes.length) }
  const made = await send(url + UPLOADS, sender, { method: 'POST', headers: length })
  const address = url + String(made.headers.location)
  for (const [from, to] of [
    [0, Math.min(FIRST_PART, bytes.length)],
    [Math.min(FIRST_PART, bytes.length), bytes.length],
  ] as const) {
    const headers = { ...PART, 'upload-offset': String(from) }
    if (from < to)
      await send(address, sender, { method: 'PATCH', headers, body: bytes.subarray(from, to) })
  }
  await send(`${url}/api/images/${hashOf(bytes)}.jpg/receipt`, sender)
}

export const calls: Readonly<Record<Kind, (url: string, sender: Sender) => Promise<void>>> = {
  open,
  refresh,
  deal,
  photo,
}
