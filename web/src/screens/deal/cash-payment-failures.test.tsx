import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PACKET, photoShown, placePhone, startDeal, takePhoto } from '../../../test/deal-visit.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { address, clearVisits, HERE_AGAIN, showScreen } from '../../../test/show-screen.tsx'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { listEntries } from '../../outbox/stores/entry-store.ts'
import { owner } from '../../state/session.ts'
import { activeVisit } from '../../state/visit.ts'
import CashPayment from './cash-payment.tsx'

const ORDER = 'POST /api/orders'

const reference = page.getByLabelText('UPI reference number')
const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })
const cashPayout = page.getByRole('radio', { name: 'Cash' })
const completed = page.getByText('Status: Completed')
const invoiceShown = page.getByText(/^CASH-\d+-[A-Z]{6}$/)

let server: StandInServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  server = startStandInServer()
  server.answer(ORDER, json({ id: 9 }))
  server.answer('PUT /api/orders/9', json({}))
  placePhone()
})

const open = () => showScreen(<CashPayment />, '/cash-payment')

async function openReadyForUpi() {
  startDeal()
  const shown = await open()
  await takePhoto(PACKET)
  await reference.fill('UPI1')
  return shown
}

/** Expects that nothing was stored or sent, and that the deal is still on the screen. */
async function expectNoDeal() {
  expect(await listDeals(owner())).toEqual([])
  expect(await listEntries(owner())).toEqual([])
  expect(server.calls(ORDER)).toEqual([])
  expect(activeVisit.get()?.customer.id).toBe('26')
  await expect.element(complete).toBeVisible()
}

test('a payment without the packet photo is not completed and shows an error [R-5.061]', async () => {
  startDeal()
  await open()
  await reference.fill('UPI1')
  await complete.click()
  await expect
    .element(page.getByText('Please upload a photo of the sealed hair packet.', { exact: true }))
    .toBeVisible()
  await expectNoDeal()
})

test.each(['', '   '])(
  'a UPI payment with the reference %j is not completed and shows an error [R-5.062]',
  async (typed) => {
    startDeal()
    await open()
    await takePhoto(PACKET)
    await reference.fill(typed)
    await complete.click()
    await expect.element(page.getByText('Please enter UPI reference number.')).toBeVisible()
    await expectNoDeal()
  },
)

test('a cash payment without the receipt is not completed and shows an error [R-5.063]', async () => {
  startDeal()
  await open()
  await cashPayout.click()
  await takePhoto(PACKET)
  await complete.click()
  await expect.element(page.getByText('Please upload cash receipt.')).toBeVisible()
  await expectNoDeal()
})

test('a deal that the phone cannot store is neither completed nor sent, and the next tap completes it [R-8.072, R-4.069]', async () => {
  await openReadyForUpi()
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put']
  // On a full disk the write first succeeds, and then its transaction is aborted.
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    const request = put.apply(this, row)
    if (this.name === 'deals') request.addEventListener('success', () => this.transaction.abort())
    return request
  })
  await complete.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to generate invoice. Please try again.')
  await expectNoDeal()
  expect(localStorage.getItem('cashPayments')).toBeNull()
  spy.mockRestore()
  await complete.click()
  await expect.element(completed).toBeVisible()
})

test.each([
  ['is not allowed to determine', undefined, 'denied'],
  ['has not yet determined', 'silent', 'timeout'],
] as const)(
  'while the phone %s its location, the record contains 0,0 and the reason [R-8.074, R-8.076]',
  async (_how, standing, reason) => {
    placePhone(standing)
    await openReadyForUpi()
    await complete.click()
    await expect.element(completed).toBeVisible()
    const [deal] = await listDeals(owner())
    expect(deal?.record.location).toEqual({
      latitude: 0,
      longitude: 0,
      address: 'Location not available',
      reason,
    })
  },
)

test.each([
  ['fails', json({}, 500)],
  ['is out of reach', noNetwork()],
  ['answers with a page', new Response('<html>Sign in to WiFi</html>')],
] as const)(
  'when the server %s after the payment, the payment stays complete and is sent later [R-7.026]',
  async (_case, answer) => {
    await openReadyForUpi()
    server.answer(ORDER, answer)
    await complete.click()
    await expect.element(completed).toBeVisible()
    await expect.element(page.getByText('On this phone', { exact: true })).toBeVisible()
    await expect.poll(() => server.calls(ORDER).length).toBeGreaterThan(0)
    await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
    server.answer(ORDER, json({ id: 9 }))
    await expect.element(page.getByText('Received by the office')).toBeVisible()
    await expect.element(completed).toBeVisible()
  },
)

test('a refused payment stays complete, with a warning [R-7.026]', async () => {
  await openReadyForUpi()
  server.answer(ORDER, json({ error: { code: 'conflict', message: 'no' } }, 409))
  await complete.click()
  await expect.element(page.getByRole('main').getByText('Needs attention')).toBeVisible()
  await expect.element(completed).toBeVisible()
  await expect.element(invoiceShown).toBeVisible()
})

test('two taps before the first answer make one deal and one order [R-4.069]', async () => {
  await openReadyForUpi()
  const tapped = complete.element()
  if (!(tapped instanceof HTMLElement)) throw new Error('no button')
  tapped.click()
  tapped.click()
  await expect.element(page.getByText('Received by the office')).toBeVisible()
  const [deal, ...others] = await listDeals(owner())
  expect(others).toEqual([])
  await expect.element(invoiceShown).toHaveTextContent(deal?.invoiceId ?? '')
  expect(server.calls(ORDER)).toHaveLength(1)
})

test('a page that was killed during the deal shows it again with the same invoice id [R-4.069]', async () => {
  const shown = await openReadyForUpi()
  const visit = activeVisit.get()
  server.answer(ORDER, noNetwork())
  await complete.click()
  await expect.element(completed).toBeVisible()
  const [deal] = await listDeals(owner())
  // The phone stopped before the screen changed. The visit is still open when the page loads again.
  await shown.unmount()
  window.history.replaceState(null, '', '/cash-payment')
  activeVisit.set(visit)
  server.answer(ORDER, json({ id: 9 }))
  await showScreen(<CashPayment />, HERE_AGAIN)
  await expect.element(photoShown(PACKET)).toBeVisible()
  await reference.fill('UPI1')
  await complete.click()
  await expect.element(invoiceShown).toHaveTextContent(deal?.invoiceId ?? '')
  expect(await listDeals(owner())).toHaveLength(1)
  await expect.poll(() => listEntries(owner())).toEqual([])
  const orderKeys = new Set(server.calls(ORDER).map(({ key }) => key))
  expect(orderKeys.size).toBe(1)
  expect(JSON.parse(localStorage.getItem('cashPayments') ?? '')).toHaveLength(1)
})

test('a reload of the completed deal shows the same invoice and sends nothing again [R-4.069]', async () => {
  const shown = await openReadyForUpi()
  await complete.click()
  await expect.element(page.getByText('Received by the office')).toBeVisible()
  const [deal] = await listDeals(owner())
  await shown.unmount()
  await showScreen(<CashPayment />, HERE_AGAIN)
  await expect.element(invoiceShown).toHaveTextContent(deal?.invoiceId ?? '')
  await expect.poll(address).toBe('/cash-payment')
  expect(server.calls(ORDER)).toHaveLength(1)
})
