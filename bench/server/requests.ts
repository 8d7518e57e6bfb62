/** What the benchmark sends to our server. */
import { FROM_OUR_PAGE } from '../../server/test/setup/client.ts'
import { cashPaymentBody, orderBody } from '../../server/test/fixtures/records.ts'
import { readers, writes } from './fill.ts'
import type { Requests } from './load.ts'

const sessions = readers.map(({ cookie }) => [cookie])

/** As many runners as the memory of a server has lists for that are not compressed. */
const PLAIN_READERS = 700

export const list: Requests = {
  path: '/api/customers',
  headers: { cookie: '{1}' },
  senders: sessions.slice(0, PLAIN_READERS),
}

/** A call without session and database: the limit of the framework with all checks of a request. */
export const ping: Requests = { path: '/api/ping', senders: [['']] }

/** As a phone asks. */
export const compressedList: Requests = {
  ...list,
  headers: { ...list.headers, 'accept-encoding': 'gzip, deflate, br' },
  senders: sessions,
}

/** @param tags the tag of each reader's list */
export const unchangedList = (tags: readonly string[]): Requests => ({
  ...list,
  headers: { ...list.headers, 'if-none-match': '{2}' },
  senders: readers.map(({ cookie }, at) => [cookie, tags[at] ?? '']),
})

export const oneCustomer: Requests = {
  path: '/api/customers?id={2}',
  headers: { cookie: '{1}' },
  senders: readers.map(({ cookie, id }) => [cookie, String((id - 1) * 50 + 7)]),
}

const writeHeaders = { cookie: '{1}', 'content-type': 'application/json', ...FROM_OUR_PAGE }
const customersOfWriters = writes.map(({ cookie, customerId }) => [cookie, String(customerId)])

export const order: Requests = {
  method: 'POST',
  path: '/api/orders',
  headers: { ...writeHeaders, 'idempotency-key': '{uuid}' },
  body: { ...orderBody(0), customer_id: '{2}' },
  senders: customersOfWriters,
}

/** A deal in cash: order, delivery of the order and of the customer, payment. */
export const deal: Requests = {
  method: 'POST',
  path: '/api/work',
  headers: writeHeaders,
  body: { items: [dealItem()] },
  senders: customersOfWriters,
}

function dealItem() {
  const links = { visit_id: '{uuid}', invoice_id: 'CASH-{number}-ABC123' }
  const payment = { ...cashPaymentBody(0), ...links, customer_id: '{2}', payout_method: 'cash' }
  const delivered = { status: 'delivered', ...links }
  const work = {
    kind: 'cash-payment',
    order: { ...orderBody(0), ...links, customer_id: '{2}' },
    delivered,
    payment: { ...payment, upi_reference: '', cash_amount: 350 },
    photos: [],
  }
  return { version: 1, id: '{uuid}', customer_id: '{2}', work }
}
