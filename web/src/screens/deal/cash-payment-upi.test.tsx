import { listPhotos } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { configureApp } from '../../../test/app-config.ts'
import {
  newCartProduct,
  PACKET,
  placePhone,
  RECEIPT,
  startDeal,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { readEntry } from '../../outbox/stores/entry-store.ts'
import { owner } from '../../state/session.ts'
import CashPayment from './cash-payment.tsx'

const code = page.getByRole('img', { name: 'QR code to pay veni.pay@okaxis by UPI' })
const link = page.getByRole('link', { name: 'Pay from this phone' })
const reference = page.getByLabelText('UPI reference number')

beforeEach(() => {
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  startStandInServer()
  placePhone({ latitude: 17.4, longitude: 78.5 })
})

const open = () => showScreen(<CashPayment />, '/cash-payment')

test('the balance to collect can be paid to the company by UPI, with its exact amount in paise', async () => {
  await configureApp({ companyUpiId: 'veni.pay@okaxis' })
  startDeal(newCartProduct(400.44))
  await open()
  await expect.element(code).toBeVisible()
  await expect.poll(() => (code.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  await expect
    .element(link)
    .toHaveAttribute('href', 'upi://pay?pa=veni.pay@okaxis&pn=Veni&am=50.44&cu=INR&tn=Veni%20%2326')
})

test('with a cash payout there is no UPI request', async () => {
  await configureApp({ companyUpiId: 'veni.pay@okaxis' })
  startDeal(newCartProduct(400.44))
  await open()
  await expect.element(link).toBeVisible()
  await page.getByRole('radio', { name: 'Cash' }).click()
  await expect.element(link).not.toBeInTheDocument()
})

test.each([200, 350])(
  'with items for ₹%d against ₹350 the runner pays out, so there is no UPI code',
  async (price) => {
    await configureApp({ companyUpiId: 'veni.pay@okaxis' })
    startDeal(newCartProduct(price))
    await open()
    await expect.element(reference).toBeVisible()
    expect(link.elements()).toEqual([])
    expect(code.elements()).toEqual([])
  },
)

test('a payment by UPI has no cash receipt, also when one was taken before the change to UPI', async () => {
  startDeal()
  await open()
  await takePhoto(PACKET)
  await page.getByRole('radio', { name: 'Cash' }).click()
  await takePhoto(RECEIPT)
  await page.getByRole('radio', { name: 'UPI' }).click()
  await reference.fill('UPI9')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
  const [deal] = await listDeals(owner())
  expect(deal?.record).toMatchObject({ payout_method: 'upi', cash_receipt_url: '' })
  const entry = await readEntry(deal!.visitId)
  expect(entry && listPhotos(entry.work).map(({ role }) => role)).toEqual(['packet'])
})

test('without a company UPI id there is no UPI request', async () => {
  startDeal(newCartProduct(400.44))
  await open()
  await expect.element(reference).toBeVisible()
  expect(link.elements()).toEqual([])
})

test('an invalid UPI id shows nothing and is reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await configureApp({ companyUpiId: 'pay@veni.example' })
  startDeal(newCartProduct(400.44))
  await open()
  await expect.element(reference).toBeVisible()
  expect(link.elements()).toEqual([])
  expect(warn).toHaveBeenCalledWith('COMPANY_UPI_ID is no UPI id: pay@veni.example', '')
})

test.each([
  [newCartProduct(100), 'Payout method'],
  [newCartProduct(400.44), 'Payment method'],
])('collected money is not called a payout', async (product, legend) => {
  startDeal(product)
  await open()
  await expect.element(page.getByRole('group', { name: legend })).toBeVisible()
})
