import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { newRecord } from '../../../test/customers.ts'
import {
  chooseStatus,
  DETAILS,
  ENQUIRY,
  enquiryButton,
  openEnquiry,
  startEnquiryServer,
  UPDATE,
} from '../../../test/enquiry.tsx'
import { silence, watchGivenUpCalls } from '../../../test/given-up-calls.ts'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import { storedEntries } from '../../../test/runner.ts'
import { address, newVisitCustomer } from '../../../test/show-screen.tsx'
import { endSession, owner, signInNeeded } from '../../state/session.ts'
import { activeVisit, selectCustomer, updateCart } from '../../state/visit.ts'
import EnquiryDetails from './enquiry-details.tsx'

const question = (name: string) => page.getByRole('alertdialog', { name })
const holdDialog = page.getByRole('dialog', { name: 'Hold this customer' })

let server: StandInServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server = startEnquiryServer()
})

test('the title is Enquiry Details, above the name and id of the customer [R-2.210]', async () => {
  await openEnquiry(<EnquiryDetails />)
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toHaveTextContent('Enquiry Details')
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
  await expect.element(page.getByText('#7', { exact: true })).toBeVisible()
})

test.each([
  ['a list, of which the match is taken [R-7.007]', [newRecord({ id: 8 }), newRecord({ id: 7 })]],
  ['a single object [R-7.008]', { ...newRecord(), id: '7' }],
])('the details are read from %s', async (_, reply) => {
  const fetched = vi.spyOn(window, 'fetch')
  server.answer(DETAILS, json(reply))
  await openEnquiry(<EnquiryDetails />)
  await expect.element(page.getByText('#7', { exact: true })).toBeVisible()
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/customers?id=7')
})

test('Interested, Hold and Rejected are shown, Pending is not [R-2.217, R-2.218]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await expect.element(enquiryButton('Hold (May be Later)')).toBeVisible()
  const actions = page.getByRole('contentinfo').getByRole('button').elements()
  expect(actions.map((action) => action.textContent)).toEqual([
    'Interested (Convert to Order)',
    'Hold (May be Later)',
    'Rejected (Not Interested)',
  ])
})

test('Interested sends pending, stores the customer in the session and goes to the payment mode [R-4.011, R-4.012, R-4.013]', async () => {
  server.answer(DETAILS, json([newRecord({ email: 'manjula@example.in' })]))
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Interested (Convert to Order)', 'pending (interested)')
  await expect.poll(() => address()).toBe('/payment-mode')
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  expect(server.calls(UPDATE)[0]?.body).toEqual({
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    runner_id: 1,
  })
  expect(activeVisit.get()?.customer).toMatchObject({ id: '7', name: 'Katta Manjula' })
  expect(Object.fromEntries(Object.entries(sessionStorage))).toMatchObject({
    selectedCustomerId: '7',
    selectedCustomerName: 'Katta Manjula',
    selectedCustomerMobile: '9000002908',
    selectedCustomerEmail: 'manjula@example.in',
    selectedCustomerLocation: 'Chityal, Nalgonda, Telangana',
  })
})

test('Rejected sends its note and goes back to the deliveries [R-4.014]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  expect(server.calls(UPDATE)[0]?.body).toEqual({
    status: 'rejected',
    notes: 'Customer has rejected the offer',
    runner_id: 1,
  })
})

test.each([
  ['Interested (Convert to Order)', 'pending (interested)'],
  ['Hold (May be Later)', 'hold'],
  ['Rejected (Not Interested)', 'rejected'],
])('%s asks, and declining changes nothing [R-4.010]', async (action, status) => {
  await openEnquiry(<EnquiryDetails />)
  await enquiryButton(action).click()
  const asked = question(`Update customer status to "${status}"?`)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  await expect.poll(address).toBe(ENQUIRY)
  expect(holdDialog.elements()).toEqual([])
  expect(activeVisit.get()).toBeUndefined()
  expect(server.calls(UPDATE)).toEqual([])
  expect(await storedEntries()).not.toContainEqual(expect.objectContaining({ owner: owner() }))
})

test.each([
  ['Interested (Convert to Order)', 'pending (interested)', '/payment-mode'],
  ['Rejected (Not Interested)', 'rejected', '/deliveries'],
])(
  'a failed update shows an alert and stays queued, and %s continues to the next screen [R-4.019, R-8.040, R-8.042]',
  async (action, status, next) => {
    server.answer(UPDATE, new Response('', { status: 500 }))
    await openEnquiry(<EnquiryDetails />)
    await chooseStatus(action, status)
    await expect
      .element(page.getByText('Failed to update customer status. Navigation will continue.'))
      .toBeVisible()
    await expect.poll(address).toBe(next)
    expect(await storedEntries()).toContainEqual(
      expect.objectContaining({ owner: owner(), customerId: '7' }),
    )
  },
)

test('an update without an answer fails after 10 s with an alert, when the runner is already on the next screen [R-7.010, R-8.041, R-8.042]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const givenUp = watchGivenUpCalls()
  server.answer(UPDATE, silence)
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  await expect.poll(address).toBe('/deliveries')
  expect(givenUp).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  await expect
    .element(page.getByText('Request timeout. Please try again. Navigation will continue.'))
    .toBeVisible()
  expect(givenUp[0]).toEqual({ call: UPDATE, afterMs: 10_000 })
  server.answer(UPDATE, json({}))
})

test('with items in the cart a change of the customer asks first, and declining cancels the whole action', async () => {
  selectCustomer(newVisitCustomer({ id: '26', name: 'Lakshmi' }))
  updateCart((cart) => addProduct(cart, DEMO_PRODUCTS[0]!))
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Interested (Convert to Order)', 'pending (interested)')
  const asked = question(
    "You have 1 item(s) in cart for Lakshmi. Switching to Katta Manjula will save this cart and load Katta Manjula's cart. Continue?",
  )
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(address).toBe(ENQUIRY)
  expect(activeVisit.get()?.customer.name).toBe('Lakshmi')
  expect(server.calls(UPDATE)).toEqual([])
})

test("a demo customer's status is never sent [R-2.077]", async () => {
  await openEnquiry(<EnquiryDetails />, 'demo-1')
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => address()).toBe('/deliveries')
  expect(server.sent).toEqual([])
  expect(await storedEntries()).not.toContainEqual(
    expect.objectContaining({ customerId: 'demo-1' }),
  )
})

test('a customer that the server does not have shows a message with a link back [R-2.219, R-8.030]', async () => {
  server.answer(DETAILS, json([newRecord({ id: 8 })]))
  await openEnquiry(<EnquiryDetails />)
  await expect.element(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible()
  await expect.element(page.getByText('Customer 7 not found')).toBeVisible()
  const back = page.getByRole('link', { name: 'Back to Deliveries' })
  await expect.element(back).toHaveAttribute('href', '/deliveries')
  expect(enquiryButton('Hold (May be Later)').elements()).toEqual([])
})

test('a link opens without a login phone, and a status action first asks for the sign-in', async () => {
  onTestFinished(() => signInNeeded.set(false))
  endSession()
  await openEnquiry(<EnquiryDetails />)
  await expect.element(page.getByRole('heading', { name: 'Katta Manjula' })).toBeVisible()
  const before = await storedEntries()
  await enquiryButton('Rejected (Not Interested)').click()
  expect(signInNeeded.get()).toBe(true)
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  expect(await storedEntries()).toEqual(before)
})
