import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  newCartProduct,
  PACKET,
  photoField,
  photoShown,
  placePhone,
  startDeal,
  startDealWith,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { address, clearVisits, HERE_AGAIN, showScreen } from '../../../test/show-screen.tsx'
import { takeUploads } from '../../../test/upload-server.ts'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { owner } from '../../state/session.ts'
import { activeVisit } from '../../state/visit.ts'
import ItemsSettlement from './items-settlement.tsx'

const RECORD = 'POST /api/settlements'

const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const confirm = button('Confirm & Generate Invoice')
const invoiceShown = page.getByText(/^INV-\d+-[A-Z]{6}$/)
const pending = page.getByText('Status: Confirmed – Pending Delivery')

let server: StandInServer

beforeEach(() => {
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  server = startStandInServer()
  placePhone({ latitude: 17.4, longitude: 78.5 })
})

const open = () => showScreen(<ItemsSettlement />, '/items-settlement')

async function openReady() {
  startDeal(newCartProduct(200))
  const shown = await open()
  await takePhoto(PACKET)
  return shown
}

test.each([
  [200, 'Hair Value₹350Items Total₹200Balance to Return₹150'],
  [400.44, 'Hair Value₹350Items Total₹400Balance to Collect₹50'],
])('hair value, items and balance are side by side [R-2.180]', async (price, figures) => {
  startDeal(newCartProduct(price))
  await open()
  await expect.element(main).toHaveTextContent(figures)
  const [hair, items] = ['Hair Value', 'Items Total'].map((label) =>
    main.getByText(label).element().getBoundingClientRect(),
  )
  expect(hair?.top).toBe(items?.top)
  expect(hair?.right).toBeLessThan(items?.left ?? 0)
})

test('the selected items are listed, each with its quantity and line total [R-2.181]', async () => {
  startDeal(newCartProduct(200), newCartProduct(30.5, 'Torch'), newCartProduct(200))
  await open()
  const lines = main.getByRole('list').getByRole('listitem')
  await expect.element(lines.nth(0)).toHaveTextContent('Handbag× 2₹400')
  await expect.element(lines.nth(1)).toHaveTextContent('Torch× 1₹31')
  expect(lines.elements()).toHaveLength(2)
})

test('the packet photo is uploaded and the location captured here [R-2.182]', async () => {
  takeUploads(server)
  startDeal(newCartProduct(200))
  await open()
  await expect.element(page.getByText('17.400000, 78.500000')).toBeVisible()
  await takePhoto(PACKET)
  await expect.element(photoField(PACKET)).toHaveTextContent('Photo received by the office')
  placePhone({ latitude: 18.1, longitude: 79.2 })
  await button('Capture location again').click()
  await expect.element(page.getByText('18.100000, 79.200000')).toBeVisible()
})

test('a settlement without the packet photo is not confirmed and shows an error [R-5.060]', async () => {
  startDeal(newCartProduct(200))
  await open()
  await confirm.click()
  await expect
    .element(
      page.getByText('Please upload a photo of the sealed hair packet before confirming.', {
        exact: true,
      }),
    )
    .toBeVisible()
  expect(await listDeals(owner())).toEqual([])
  expect(server.calls(RECORD)).toEqual([])
})

test('Cancel leads to /items-catalog [R-2.184]', async () => {
  startDeal(newCartProduct(200))
  await open()
  await button('Cancel').click()
  await expect.poll(address).toBe('/items-catalog')
  expect(activeVisit.get()?.cart.items).toHaveLength(1)
})

test('a confirmed settlement shows its invoice id, the status pending delivery and the location [R-2.183, R-2.185, R-2.186, R-3.063, R-4.065]', async () => {
  await openReady()
  await confirm.click()
  const done = page.getByRole('heading', { name: 'Items Settlement Confirmed!' })
  await expect.element(done).toBeVisible()
  await expect.element(pending).toBeVisible()
  const [deal] = await listDeals(owner())
  await expect.element(invoiceShown).toHaveTextContent(deal?.invoiceId ?? '')
  expect(deal?.record).toMatchObject({
    status: 'confirmed',
    location: { latitude: 17.4, longitude: 78.5 },
  })
})

test('the photo of a demo customer stays on the phone [R-2.077]', async () => {
  startDealWith('demo-1', newCartProduct(200))
  await open()
  await takePhoto(PACKET)
  await confirm.click()
  await expect.element(pending).toBeVisible()
  expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a cart without items is not settled [R-5.020]', async () => {
  startDeal()
  await open()
  await takePhoto(PACKET)
  await confirm.click()
  await expect
    .element(page.getByText('Cart is empty. Please add some items before proceeding.'))
    .toBeVisible()
  expect(await listDeals(owner())).toEqual([])
  await page.getByRole('link', { name: 'Select Product' }).click()
  await expect.poll(address).toBe('/products')
})

test('the invoice of a settlement has Mark as Delivered and Back to Deliveries [R-2.187]', async () => {
  await openReady()
  await confirm.click()
  await expect.element(button('Mark as Delivered')).toBeVisible()
  await button('Back to Deliveries').click()
  await expect.poll(address).toBe('/deliveries')
  const [deal] = await listDeals(owner())
  expect(deal?.record.status).toBe('confirmed')
})

test('Mark as Delivered goes to the deliveries with a message [R-2.187, R-4.067]', async () => {
  await openReady()
  await confirm.click()
  await button('Mark as Delivered').click()
  await expect.poll(address).toBe('/deliveries')
  await expect.element(page.getByText('Items delivered to Lakshmi.')).toBeVisible()
  const [deal] = await listDeals(owner())
  expect(deal?.record.status).toBe('delivered')
  expect(activeVisit.get()).toBeUndefined()
})

test('the second tap of a double tap on Confirm neither marks as delivered nor leaves the invoice', async () => {
  await openReady()
  await confirm.click()
  await expect.element(pending).toBeVisible()
  for (const name of ['Mark as Delivered', 'Back to Deliveries']) {
    const secondTap = new MouseEvent('click', { detail: 2, bubbles: true })
    button(name).element().dispatchEvent(secondTap)
  }
  await expect.element(invoiceShown).toBeVisible()
  await expect.poll(address).toMatch(/^\/items-settlement/)
  const [deal] = await listDeals(owner())
  expect(deal?.record.status).toBe('confirmed')
})

test('two taps make one settlement; a reload shows it, and another tap makes no second one [R-4.069]', async () => {
  server.answer(RECORD, json({}))
  const shown = await openReady()
  const visit = activeVisit.get()
  const tapped = confirm.element()
  if (!(tapped instanceof HTMLElement)) throw new Error('no button')
  tapped.click()
  tapped.click()
  await expect.element(page.getByText('Received by the office')).toBeVisible()
  const [deal] = await listDeals(owner())
  // The phone stopped before the screen changed. The visit is still open.
  await shown.unmount()
  window.history.replaceState(null, '', '/items-settlement')
  activeVisit.set(visit)
  await showScreen(<ItemsSettlement />, HERE_AGAIN)
  await expect.element(photoShown(PACKET)).toBeVisible()
  await confirm.click()
  await expect.element(invoiceShown).toHaveTextContent(deal?.invoiceId ?? '')
  expect(await listDeals(owner())).toHaveLength(1)
  expect(server.calls(RECORD)).toHaveLength(1)
})

test('a settlement that the phone cannot store is not made and not sent [R-8.072]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await openReady()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await confirm.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to generate invoice. Please try again.')
  expect(await listDeals(owner())).toEqual([])
  expect(server.calls(RECORD)).toEqual([])
  expect(activeVisit.get()?.cart.items).toHaveLength(1)
})
