import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Route } from 'wouter'
import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { newRecord } from '../../test/customers.ts'
import { json, noNetwork, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { signInRunner, storedEntries } from '../../test/runner.ts'
import { address, forgetVisits, newVisitCustomer, showScreen } from '../../test/show-screen.tsx'
import { queryClient } from '../api/queries.ts'
import { saveSnapshot } from '../state/snapshots.ts'
import { activeVisit, selectCustomer, updateCart } from '../state/visit.ts'
import EnquiryDetails from './enquiry-details.tsx'

const DETAILS = 'GET /api/customers'
const UPDATE = 'PUT /api/customers/7'
const HERE = '/enquiry-details/7'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = (name: string) => page.getByRole('alertdialog', { name })
const holdDialog = page.getByRole('dialog', { name: 'Hold this customer' })
const comments = holdDialog.getByLabelText('Comments')

let portal: PortalStub

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  forgetVisits()
  queryClient.clear()
  signInRunner()
  portal = startPortalStub()
  portal.answer(DETAILS, json([newRecord()]))
  portal.answer(UPDATE, json({}))
})

const open = (at = HERE) =>
  showScreen(
    <Route path="/enquiry-details/:customerId">
      <EnquiryDetails />
    </Route>,
    at,
    queryClient,
  )

async function choose(action: string, status: string) {
  await button(action).click()
  const asked = question(`Update customer status to "${status}"?`)
  await asked.getByRole('button', { name: 'OK' }).click()
}

test('the details are shown, an unknown email is not', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
  const call = page.getByRole('link', { name: 'Call 9000002908' })
  await expect.element(call).toHaveAttribute('href', 'tel:9000002908')
  await expect.element(page.getByText('Chityal, Nalgonda, Telangana')).toBeInTheDocument()
  expect(page.getByText('Email').elements()).toEqual([])
  expect(document.querySelector('iframe')).toBeNull()
})

test('Interested sends pending, opens the visit and goes to the payment mode', async () => {
  await open()
  await choose('Interested (Convert to Order)', 'pending (interested)')
  await expect.poll(() => address()).toBe('/payment-mode')
  await expect.poll(() => portal.calls(UPDATE)).toHaveLength(1)
  expect(portal.calls(UPDATE)[0]?.body).toEqual({
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    runner_id: 1,
  })
  expect(activeVisit.get()?.customer).toMatchObject({ id: '7', name: 'Katta Manjula' })
})

test('Rejected goes back to the deliveries', async () => {
  await open()
  await choose('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  await expect.poll(() => portal.calls(UPDATE)).toHaveLength(1)
  expect(portal.calls(UPDATE)[0]?.body).toMatchObject({ status: 'rejected', runner_id: 1 })
})

test('declining the question changes nothing', async () => {
  await open()
  await button('Rejected (Not Interested)').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(address()).toBe(HERE)
  expect(portal.calls(UPDATE)).toEqual([])
})

test('Hold needs a comment', async () => {
  await open()
  await choose('Hold (May be Later)', 'hold')
  await comments.fill('   ')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect
    .element(holdDialog.getByRole('alert'))
    .toHaveTextContent('Please enter comments for holding this customer')
  expect(portal.calls(UPDATE)).toEqual([])
})

test('Hold takes no follow-up before today', async () => {
  await open()
  await choose('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  await holdDialog.getByLabelText('Next follow-up date (optional)').fill('2020-01-01')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect
    .element(holdDialog.getByRole('alert'))
    .toHaveTextContent('Please choose today or a later date')
  expect(address()).toBe(HERE)
})

test('Hold sends comment and follow-up, and goes back to the deliveries', async () => {
  await open()
  await choose('Hold (May be Later)', 'hold')
  await comments.fill(' After the festival ')
  await holdDialog.getByLabelText('Next follow-up date (optional)').fill('2099-12-01')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect.poll(() => address()).toBe('/deliveries')
  await expect.poll(() => portal.calls(UPDATE)).toHaveLength(1)
  expect(portal.calls(UPDATE)[0]?.body).toEqual({
    status: 'hold',
    notes: 'After the festival',
    comments: 'After the festival',
    runner_id: 1,
    next_followup: '2099-12-01',
  })
})

test('a failed update is said, kept, and the runner moves on', async () => {
  portal.answer(UPDATE, new Response('', { status: 500 }))
  await open()
  await choose('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  await expect
    .element(page.getByText('Failed to update customer status. Navigation will continue.'))
    .toBeVisible()
  expect(await storedEntries()).toContainEqual(
    expect.objectContaining({ customerId: '7', state: 'waiting', attempts: 1 }),
  )
})

test('the runner does not wait for the portal, and a timeout is said', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
  let giveUp: (reason: DOMException) => void = () => undefined
  portal.answer(UPDATE, () => new Promise((_, reject) => (giveUp = reject)))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  await choose('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  await expect.poll(() => portal.calls(UPDATE)).toHaveLength(1)
  giveUp(new DOMException('', 'TimeoutError'))
  await expect
    .element(page.getByText('Request timeout. Please try again. Navigation will continue.'))
    .toBeVisible()
})

test('leaving a customer with items in the cart is asked, and declining cancels all of it', async () => {
  selectCustomer(newVisitCustomer({ id: '26', name: 'Lakshmi' }))
  updateCart((cart) => addProduct(cart, DEMO_PRODUCTS[0]!))
  await open()
  await choose('Interested (Convert to Order)', 'pending (interested)')
  const asked = question(
    "You have 1 item(s) in cart for Lakshmi. Switching to Katta Manjula will save this cart and load Katta Manjula's cart. Continue?",
  )
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(address()).toBe(HERE)
  expect(activeVisit.get()?.customer.name).toBe('Lakshmi')
  expect(portal.calls(UPDATE)).toEqual([])
})

test("a demo customer's status is never sent", async () => {
  await open('/enquiry-details/demo-1')
  await choose('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  expect(portal.sent).toEqual([])
  expect(await storedEntries()).not.toContainEqual(
    expect.objectContaining({ customerId: 'demo-1' }),
  )
})

test('a customer the portal does not have is said, with the way back', async () => {
  portal.answer(DETAILS, json([newRecord({ id: 8 })]))
  await open()
  await expect.element(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible()
  await expect.element(page.getByText('Customer 7 not found')).toBeVisible()
  const back = page.getByRole('link', { name: 'Back to Deliveries' })
  await expect.element(back).toHaveAttribute('href', '/deliveries')
  expect(button('Hold (May be Later)').elements()).toEqual([])
})

test('a server error is said and can be retried at once', async () => {
  portal.answer(DETAILS, new Response('', { status: 500 }))
  await open()
  await expect.element(page.getByText('Server error. Please try again later.')).toBeVisible()
  portal.answer(DETAILS, json([newRecord()]))
  await button('Retry').click()
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
})

test('without network the details saved on this phone are shown', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  await saveSnapshot('customers', [newRecord({ member_name: 'Saved One' })])
  portal.answer(DETAILS, noNetwork())
  await open()
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(portal.calls(DETAILS)).toHaveLength(4)
  })
  await expect.element(page.getByRole('heading', { name: 'Saved One' })).toBeVisible()
  await expect.element(page.getByText('Showing the details saved on this phone.')).toBeVisible()
  vi.useRealTimers()
})

test('Escape leaves the hold dialog without a change', async () => {
  await open()
  await choose('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  await userEvent.keyboard('{Escape}')
  await expect.element(holdDialog).not.toBeInTheDocument()
  expect(portal.calls(UPDATE)).toEqual([])
})
