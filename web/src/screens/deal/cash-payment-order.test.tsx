import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PACKET, placePhone, startDeal, takePhoto } from '../../../test/deal-visit.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { onOutcome } from '../../outbox/page-outbox.ts'
import { followSentWork } from '../../outbox/sent-work.ts'
import { activeVisit, rememberOrder } from '../../state/visit.ts'
import CashPayment from './cash-payment.tsx'

const HERE = '/cash-payment?customer=Lakshmi&customerId=26&hairValue=350'

let server: StandInServer
let stopFollowing: () => void

beforeEach(() => {
  clearVisits()
  signInAtPlainPortal()
  placePhone()
  server = startStandInServer()
  server.answer('POST /api/orders', json({ id: 77 }))
  for (const id of ['77', '501', '502']) server.answer(`PUT /api/orders/${id}`, json({}))
  startDeal()
  stopFollowing = followSentWork(onOutcome)
})
afterEach(() => stopFollowing())

/** The calls about orders, in the sequence of their sending. */
const orderCalls = () =>
  server.sent
    .filter(({ path }) => path.startsWith('/api/orders'))
    .map(({ method, path }) => `${method} ${path}`)

async function completeDeal(at: string) {
  await showScreen(<CashPayment />, at)
  await takePhoto(PACKET)
  await page.getByLabelText('UPI reference number').fill('UPI9')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
}

test('an order id in the address is reused [R-4.063]', async () => {
  await completeDeal(`${HERE}&orderId=501`)
  await expect.poll(orderCalls).toContain('PUT /api/orders/501')
  expect(orderCalls()).not.toContain('POST /api/orders')
})

test('an order id in the session is reused [R-4.064]', async () => {
  rememberOrder(activeVisit.get()!.id, '502')
  await completeDeal(HERE)
  await expect.poll(orderCalls).toContain('PUT /api/orders/502')
  expect(orderCalls()).not.toContain('POST /api/orders')
})

test('without an order id one order is created and stored as createdOrderId [R-3.011, R-4.064]', async () => {
  await completeDeal(HERE)
  await expect.poll(() => sessionStorage.getItem('createdOrderId')).toBe('77')
  expect(orderCalls().filter((call) => call === 'POST /api/orders')).toHaveLength(1)
})
