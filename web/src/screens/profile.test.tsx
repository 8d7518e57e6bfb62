import { LOCATION_NOT_AVAILABLE, type Settlement } from '@veni/domain/settlement'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { json, noNetwork, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { forgetVisits, showScreen } from '../../test/show-screen.tsx'
import { queryClient } from '../api/queries.ts'
import { randomId } from '../lib/random-id.ts'
import { saveDeal } from '../outbox/deal-store.ts'
import { owner } from '../state/session.ts'
import Profile from './profile.tsx'

const ACCOUNT = 'GET /api/runners/me'
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

async function keepOnPhone(record: Settlement) {
  await saveDeal({
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

let portal: PortalStub

beforeEach(() => {
  forgetVisits()
  queryClient.clear()
  signInRunner('2', 'Lakshmi Devi')
  portal = startPortalStub()
})

const open = (at = '/profile') => showScreen(<Profile />, at, queryClient)

test('with a plain portal the demo profile stands beside the real deals of this phone', async () => {
  await keepOnPhone(newSettlement())
  await open()
  await expect.element(page.getByRole('heading', { name: 'Lakshmi Devi' })).toBeVisible()
  await expect.element(page.getByText('Demo profile: these five orders are samples.')).toBeVisible()
  await expect.element(deal).toHaveTextContent('On this phone')
  await expect.element(deal).toHaveTextContent('₹350')
  await expect.element(deal).toHaveTextContent('Balance to Return')
  expect(page.getByRole('heading', { name: /^Demo: / }).elements()).toHaveLength(5)
})

test("the office's record has no demo order", async () => {
  const account = { runner: { id: 2, name: 'Lakshmi Devi' }, orders: [], cash_payments: [] }
  portal.answer(ACCOUNT, json({ ...account, settlements: [newSettlement()] }))
  await open()
  await expect.element(deal).toHaveTextContent('Received by the office')
  expect(page.getByText(/Demo/).elements()).toEqual([])
})

test('while the office is out of reach the deals of this phone are there', async () => {
  await keepOnPhone(newSettlement())
  portal.answer(ACCOUNT, noNetwork())
  await open()
  await expect
    .element(page.getByText('Your record at the office could not be loaded.'))
    .toBeVisible()
  await expect.element(deal).toBeVisible()
})

test('a deal opens its invoice again', async () => {
  await keepOnPhone(newSettlement())
  await open(`/profile?invoice=${INVOICE}`)
  await expect.element(page.getByText(INVOICE)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/profile')
})
