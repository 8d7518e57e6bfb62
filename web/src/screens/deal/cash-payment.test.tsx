import { addProduct, createCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  newCartProduct,
  PACKET,
  photoField,
  photoShown,
  pickPhoto,
  placePhone,
  RECEIPT,
  startDeal,
  startDealWith,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import {
  address,
  addressQuery,
  clearVisits,
  HERE_AGAIN,
  showScreen,
  startVisit,
} from '../../../test/show-screen.tsx'
import { takeUploads } from '../../../test/upload-server.ts'
import { activeVisit, closeVisit } from '../../state/visit.ts'
import CashPayment from './cash-payment.tsx'

const HERE = '/cash-payment?customer=Lakshmi&customerId=26&hairValue=350'
const hairValue = page.getByRole('link', { name: /Hair Value/ })
const main = page.getByRole('main')
const amount = page.getByRole('spinbutton', { name: 'Cash amount' })
const reference = page.getByLabelText('UPI reference number')
const payout = (name: 'UPI' | 'Cash') => page.getByRole('radio', { name })
const button = (name: string) => page.getByRole('button', { name })
const nothing = page.getByText('Nothing weighed and nothing in the cart yet')

let server: StandInServer

beforeEach(() => {
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  server = startStandInServer()
  server.answer('POST /api/orders', json({ id: 9 }))
  server.answer('PUT /api/orders/9', json({}))
  placePhone({ latitude: 17.4, longitude: 78.5 })
})

const open = () => showScreen(<CashPayment />, '/cash-payment')
const storedPayments = () => JSON.parse(localStorage.getItem('cashPayments') ?? '[]')

test('a link provides the data that is not on the phone', async () => {
  await showScreen(<CashPayment />, HERE)
  await expect.element(hairValue).toHaveTextContent('₹350')
})

test('a link does not change the value of hair that the runner has weighed', async () => {
  startDeal()
  await showScreen(<CashPayment />, HERE.replace('=350', '=999'))
  await expect.element(hairValue).toHaveTextContent('₹350')
})

test('going back to the link of a completed deal does not make the deal again', async () => {
  const shown = await showScreen(<CashPayment />, HERE)
  await expect.element(hairValue).toHaveTextContent('₹350')
  closeVisit()
  await shown.unmount()
  await showScreen(<CashPayment />, HERE_AGAIN)
  await expect.element(nothing).toBeVisible()
})

test('a link to another customer asks before it leaves the current cart', async () => {
  const [product] = DEMO_PRODUCTS
  startVisit(
    { cart: addProduct(createCart('27', 'Anjali'), product!) },
    { id: '27', name: 'Anjali' },
  )
  await showScreen(<CashPayment />, HERE)
  const question = page.getByRole('alertdialog', { name: /1 item\(s\) in cart for Anjali/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Anjali')).toBeVisible()
  expect(activeVisit.get()?.customer.id).toBe('27')
})

test('a tap on the hair value goes back to the weights [R-2.160]', async () => {
  startDeal()
  await open()
  await expect.element(hairValue).toHaveTextContent('₹350')
  await hairValue.click()
  await expect.poll(address).toBe('/payment-mode')
  expect(addressQuery()).toMatchObject({ customerId: '26', focus: 'hair' })
})

test.each([
  [200, 'Items Total₹200Balance to Return₹150'],
  [350, 'Items Total₹350Balance to Return₹0'],
  [400.44, 'Items Total₹400Balance to Collect₹50'],
])('a cart of ₹%d shows %s [R-2.161, R-2.162]', async (price, figures) => {
  startDeal(newCartProduct(price))
  await open()
  await expect.element(main).toHaveTextContent(figures)
})

test.each([
  [400.44, 50.44, 'Collected from the customer by UPI'],
  [350, 0, 'Given to the customer; 0 if paid by UPI'],
  [200, 0, 'Given to the customer; 0 if paid by UPI'],
])(
  'with items for ₹%d against ₹350 the cash amount starts as %d: %s [R-5.066]',
  async (price, cash, way) => {
    startDeal(newCartProduct(price))
    await open()
    await expect.element(amount).toHaveValue(cash)
    await expect.element(amount).toHaveAccessibleDescription(way)
  },
)

test('the cash amount is a number from 0 in steps of 0.01 [R-5.065]', async () => {
  startDeal()
  await open()
  await expect.element(amount).toHaveAttribute('type', 'number')
  await expect.element(amount).toHaveAttribute('min', '0')
  await expect.element(amount).toHaveAttribute('step', '0.01')
})

test('the payout is UPI, which is preselected, or cash [R-2.164, R-9.022]', async () => {
  startDeal()
  await open()
  await expect.element(payout('UPI')).toBeChecked()
  const methods = page.getByRole('group', { name: 'Payout method' }).getByRole('radio')
  expect(methods.elements().map((radio) => radio.getAttribute('value'))).toEqual(['upi', 'cash'])
  await payout('Cash').click()
  await expect.element(payout('Cash')).toBeChecked()
  await expect.element(payout('UPI')).not.toBeChecked()
})

test('UPI needs its reference, and cash needs its receipt [R-2.165, R-2.166]', async () => {
  startDeal()
  await open()
  await expect.element(reference).toBeVisible()
  expect(photoField(RECEIPT).elements()).toEqual([])
  await payout('Cash').click()
  await expect.element(photoField(RECEIPT)).toBeVisible()
  expect(reference.elements()).toEqual([])
})

test('the photo of the sealed packet is uploaded here [R-2.167]', async () => {
  const uploads = takeUploads(server)
  startDeal()
  await open()
  await takePhoto(PACKET)
  await expect.element(photoField(PACKET)).toHaveTextContent('Photo received by the office')
  expect(uploads.photos.size).toBe(1)
})

test('the location is captured here, and again on request [R-2.168]', async () => {
  startDeal()
  await open()
  await expect.element(page.getByText('17.400000, 78.500000')).toBeVisible()
  placePhone({ latitude: 18.1, longitude: 79.2 })
  await button('Capture location again').click()
  await expect.element(page.getByText('18.100000, 79.200000')).toBeVisible()
})

test('a UPI payment ends with its invoice and a link to the next step [R-2.169, R-2.170, R-2.171, R-3.063, R-4.068]', async () => {
  startDeal()
  await open()
  await takePhoto(PACKET)
  await reference.fill('UPI1')
  await button('Complete & Generate Invoice').click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
  const [record] = storedPayments()
  expect(record).toMatchObject({
    status: 'completed',
    payout_method: 'upi',
    upi_reference: 'UPI1',
    location: { latitude: 17.4, longitude: 78.5 },
  })
  await expect.element(page.getByText(record.invoice_id)).toBeVisible()
  await button('Back to Deliveries').click()
  await expect.poll(address).toBe('/deliveries')
})

test('the photos of a demo customer stay on the phone [R-2.077]', async () => {
  startDealWith('demo-1')
  await open()
  await payout('Cash').click()
  await pickPhoto(PACKET)
  await pickPhoto(RECEIPT)
  await expect.element(photoShown(RECEIPT)).toBeVisible()
  await expect.element(photoShown(PACKET)).toBeVisible()
  await button('Complete & Generate Invoice').click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
  expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the deal is completed while the phone still determines the location [R-8.075]', async () => {
  placePhone('silent')
  startDeal()
  await open()
  await takePhoto(PACKET)
  await reference.fill('UPI1')
  await button('Complete & Generate Invoice').click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
  expect(storedPayments()).toMatchObject([{ location: { latitude: 0, longitude: 0 } }])
})

test('the invoice has the lines of the deal and can be shared and printed [R-2.205]', async () => {
  const share = vi.fn<typeof navigator.share>(() => Promise.resolve())
  // Chromium can share on a phone, but not on a desktop.
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const print = vi.spyOn(window, 'print').mockReturnValue()
  startDeal(newCartProduct(200))
  await open()
  await takePhoto(PACKET)
  await reference.fill('UPI1')
  await button('Complete & Generate Invoice').click()
  await expect.element(main).toHaveTextContent('Black Hair100 g')
  await expect.element(main).toHaveTextContent('Handbag')
  await button('Share').click()
  await expect.poll(() => share).toHaveBeenCalledOnce()
  expect(share.mock.calls[0]?.[0]?.text).toContain('Handbag')
  await button('Print').click()
  expect(print).toHaveBeenCalledOnce()
})

test('the cash amount can be edited, and the record has the typed amount [R-2.163]', async () => {
  startDeal(newCartProduct(400.44))
  await open()
  await payout('Cash').click()
  await amount.fill('51.25')
  await pickPhoto(PACKET)
  await pickPhoto(RECEIPT)
  await expect.element(photoShown(RECEIPT)).toBeVisible()
  await expect.element(photoShown(PACKET)).toBeVisible()
  await button('Complete & Generate Invoice').click()
  await expect.element(page.getByText('Status: Completed')).toBeVisible()
  expect(storedPayments()).toMatchObject([{ cash_amount: 51.25, payout_method: 'cash' }])
})
