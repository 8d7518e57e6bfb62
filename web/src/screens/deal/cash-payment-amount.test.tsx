import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  newCartProduct,
  PACKET,
  placePhone,
  RECEIPT,
  startDeal,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { owner } from '../../state/session.ts'
import CashPayment from './cash-payment.tsx'

const amount = page.getByRole('spinbutton', { name: 'Cash amount' })
const reference = page.getByLabelText('UPI reference number')
const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })
const cashPayout = page.getByRole('radio', { name: 'Cash' })
const completed = page.getByText('Status: Completed')

beforeEach(() => {
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  const server = startStandInServer()
  server.answer('POST /api/orders', json({ id: 9 }))
  server.answer('PUT /api/orders/9', json({}))
  placePhone()
})

const open = () => showScreen(<CashPayment />, '/cash-payment')

async function openReadyForUpi() {
  startDeal()
  await open()
  await takePhoto(PACKET)
  await reference.fill('UPI1')
}

async function expectNoDeal() {
  expect(await listDeals(owner())).toEqual([])
  await expect.element(complete).toBeVisible()
}

test.each(['0', ''])(
  'cash to collect with the amount %j is not completed until there is an amount [R-5.064]',
  async (typed) => {
    startDeal(newCartProduct(400.44))
    await open()
    await cashPayout.click()
    await takePhoto(PACKET)
    await takePhoto(RECEIPT)
    await amount.fill(typed)
    await complete.click()
    const asked = page.getByText('Please enter the cash amount collected from customer.')
    await expect.element(asked).toBeVisible()
    await expectNoDeal()
    await amount.fill('0.01')
    await complete.click()
    await expect.element(completed).toBeVisible()
  },
)

test('cash with nothing to collect is completed with an amount of 0 [R-5.064]', async () => {
  startDeal(newCartProduct(350))
  await open()
  await cashPayout.click()
  await takePhoto(PACKET)
  await takePhoto(RECEIPT)
  await complete.click()
  await expect.element(completed).toBeVisible()
})

test.each([
  ['negative', '-5'],
  ['too large', '99999999999999'],
  ['without a digit', '-'],
])(
  'with nothing to collect, an amount that is %s is not recorded as 0 but asked for again [R-7.060]',
  async (_how, typed) => {
    await openReadyForUpi()
    await amount.fill('')
    // A field of numbers cannot be filled with what is no number, but a runner can type it.
    await userEvent.type(amount, typed)
    await complete.click()
    await expect.element(page.getByText('Please enter a correct cash amount.')).toBeVisible()
    await expect.element(amount).toBeInvalid()
    await expectNoDeal()
    await amount.fill('12.5')
    await complete.click()
    await expect.element(completed).toBeVisible()
    const [deal] = await listDeals(owner())
    expect(deal?.record).toMatchObject({ cash_amount: 12.5 })
  },
)

test('an empty amount with nothing to collect is recorded as 0', async () => {
  await openReadyForUpi()
  await amount.fill('')
  await complete.click()
  await expect.element(completed).toBeVisible()
  const [deal] = await listDeals(owner())
  expect(deal?.record).toMatchObject({ cash_amount: 0 })
})
