import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { type Settlement } from '@veni/domain/deal/record'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newCashDeal } from '../../test/deals.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { addressQuery, clearVisits, showScreen } from '../../test/show-screen.tsx'
import { randomId } from '../lib/random-id.ts'
import { storeDeal } from '../outbox/stores/deal-store.ts'
import { owner } from '../state/session.ts'
import Profile from './profile.tsx'

const RUNNER_RECORD = 'GET /api/runners/me'
const INVOICE = 'INV-1763690400000-KXQRTB'

const newSettlement = (): Settlement => ({
  invoice_id: INVOICE,
  visit_id: randomId(),
  customer_id: 7,
  customer_name: 'Lakshmi',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  items: [],
  items_total: 0,
  balance_amount: 350,
  balance_type: 'return',
  hair_photo_url: '',
  location: LOCATION_NOT_AVAILABLE,
  settlement_date: '2026-11-21T04:00:00.000Z',
  status: 'confirmed',
})

async function storeOnPhone(record: Settlement) {
  await storeDeal({
    kind: 'settlement',
    record,
    visitId: record.visit_id,
    invoiceId: record.invoice_id,
    customerId: '7',
    owner: owner(),
    createdAt: Date.now(),
    isDemo: false,
  })
}

const deal = page.getByRole('link', { name: new RegExp(INVOICE) })

let server: StandInServer

beforeEach(() => {
  clearVisits()
  signInRunner('2', 'Lakshmi Devi')
  server = startStandInServer()
})

const open = (at = '/profile') => showScreen(<Profile />, at)

test("with a plain portal the screen shows the demo profile, with the runner's name and id [R-2.200]", async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'Lakshmi Devi' })).toBeVisible()
  await expect.element(page.getByText('Delivery Partner')).toBeVisible()
  await expect.element(page.getByText('ID: 2')).toBeVisible()
  await expect.element(page.getByText('Demo profile: these five orders are samples.')).toBeVisible()
})

test('the demo profile lists five completed demo orders with their purchase types [R-2.201]', async () => {
  await open()
  const orders = page.getByRole('region', { name: 'Completed Orders' })
  await expect.element(orders).toHaveTextContent(/^Completed Orders\s*Demo/)
  const cards = orders.getByRole('listitem')
  const types = cards.elements().map((card) => /Full Hair|White Hair|Cash/.exec(card.textContent))
  expect(types.map((type) => type?.[0])).toEqual([
    'Full Hair',
    'White Hair',
    'Cash',
    'Full Hair',
    'White Hair',
  ])
  for (const card of cards.elements()) expect(card.textContent).toMatch(/^Demo: /)
})

test('with a plain portal the list has the real deals of this phone and the demo orders', async () => {
  await storeOnPhone(newSettlement())
  await open()
  await expect.element(deal).toHaveTextContent('On this phone')
  await expect.element(deal).toHaveTextContent('₹350')
  await expect.element(deal).toHaveTextContent('Balance to Return')
  const demoOrders = page.getByRole('heading', { name: /^Demo: / })
  await expect.poll(() => demoOrders.elements()).toHaveLength(5)
})

test('a completed cash payment shows its balance as returned', async () => {
  await storeDeal({ ...newCashDeal(), owner: owner() })
  await open()
  const paid = page.getByRole('link', { name: /CASH-/ })
  await expect.element(paid).toHaveTextContent('Cash PaymentReturned')
})

test('with our server the screen shows the real runner record, without a demo order [R-2.202]', async () => {
  const order = {
    order_id: 31,
    customer_id: 7,
    customer_name: 'Katta Manjula',
    product_name: 'Handbag',
    purchase_type: 'whiteHair',
    amount: 200,
    completed_at: '2026-11-20T04:00:00.000Z',
  }
  const runnerRecord = {
    runner: { id: 2, name: 'Lakshmi Devi' },
    orders: [order],
    cash_payments: [],
  }
  server.answer(RUNNER_RECORD, json({ ...runnerRecord, settlements: [newSettlement()] }))
  await open()
  await expect.element(deal).toHaveTextContent('Received by the office')
  const card = page.getByRole('listitem').filter({ hasText: 'Katta Manjula' })
  await expect.element(card).toHaveTextContent('₹200HandbagWhite Hair#31')
  expect(page.getByText(/Demo/).elements()).toEqual([])
})

test('while the server cannot be reached the screen shows the deals of this phone', async () => {
  await storeOnPhone(newSettlement())
  server.answer(RUNNER_RECORD, noNetwork())
  await open()
  await expect
    .element(page.getByText('Your record at the office could not be loaded.'))
    .toBeVisible()
  await expect.element(deal).toBeVisible()
})

test('a deal opens its invoice again [R-2.204]', async () => {
  await storeOnPhone(newSettlement())
  await open()
  await deal.click()
  await expect.element(page.getByText('Invoice ID')).toBeVisible()
  await expect.element(page.getByText(INVOICE)).toBeVisible()
  expect(addressQuery()).toEqual({ invoice: INVOICE })
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/profile')
})

test('an invoice starts at its top, at any scroll position of the list', async () => {
  await storeOnPhone(newSettlement())
  await open()
  await expect.element(page.getByText('Demo: Anjali Reddy')).toBeVisible()
  await expect.element(deal).toBeVisible()
  window.scrollTo(0, 40)
  await deal.click()
  await expect.element(page.getByText('Invoice ID')).toBeVisible()
  expect(window.scrollY).toBe(0)
})

test('the invoice shows at once, also offline and after a reload', async () => {
  await storeOnPhone(newSettlement())
  server.answer(RUNNER_RECORD, noNetwork())
  await open(`/profile?invoice=${INVOICE}`)
  await expect.element(page.getByText(INVOICE)).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Hair' })).toHaveTextContent('₹350')
})

test('the navigation has Home, Orders, Customers and Profile, and Orders scrolls to the orders [R-2.203]', async () => {
  await open()
  // The screen scrolls once, and must be long enough then.
  await expect.element(page.getByText('Demo: Anjali Reddy')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const names = navigation
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
  expect(names).toEqual(['Home', 'Orders', 'Customers', 'Profile'])
  const orders = page.getByRole('heading', { name: 'Completed Orders' })
  const top = () => orders.element().getBoundingClientRect().top
  expect(top()).toBeGreaterThan(150)
  await navigation.getByRole('link', { name: 'Orders' }).click()
  await expect.poll(top).toBeLessThan(150)
  await expect.element(orders).toBeInViewport()
})

test('the button below the list loads the next page of deals, and again after a failure', async () => {
  const runner = { id: 2, name: 'Lakshmi Devi' }
  const empty = { runner, orders: [], settlements: [], cash_payments: [] }
  const older = { ...newSettlement(), invoice_id: 'INV-1663690400000-KXQRTB' }
  server.answer(RUNNER_RECORD, json({ ...empty, settlements: [newSettlement()], older: 'second' }))
  await open()
  await expect.element(deal).toBeVisible()
  const button = page.getByRole('button', { name: 'Show older deals' })
  server.answer(RUNNER_RECORD, json({}, 503))
  await button.click()
  await expect.element(page.getByText('Older deals could not be loaded.')).toBeVisible()
  server.answer(RUNNER_RECORD, json({ ...empty, settlements: [older] }))
  await button.click()
  await expect.element(page.getByRole('link', { name: new RegExp(older.invoice_id) })).toBeVisible()
  await expect.element(deal).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})
