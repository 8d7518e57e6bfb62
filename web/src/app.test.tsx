/** Tests the whole app at each address of the route table, and at one unknown address. */
import { addProduct, setHairValue } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { paise } from '@veni/domain/money'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newRecord } from '../test/customers.ts'
import { json, startStandInServer, type StandInServer } from '../test/stand-in-server.ts'
import { signInRunner } from '../test/runner.ts'
import { address, clearVisits, startVisit } from '../test/show-screen.tsx'
import { App } from './app.tsx'
import { Screen } from './components/frame/screen.tsx'
import { entries } from './outbox/entries.ts'
import { routes } from './routes.tsx'
import { endSession, PHONE_KEY, signInNeeded } from './state/session.ts'
import { activeVisit, updateCart } from './state/visit.ts'

// Fetched before the first test, which would wait for all of them on a cold start.
import.meta.glob(['./screens/**/*.tsx', '!./screens/**/*.test.tsx'], { eager: true })

// The frame is the real one, except in the test in which it throws.
vi.mock(import('./components/frame/screen.tsx'), { spy: true })

const title = page.getByRole('heading', { level: 1 })
const signOutButton = page.getByRole('button', { name: 'Logout' })

/** Every address of the route table with the title of its screen; the last one is the 404. */
const screens = [
  ['/', 'Login'],
  ['/login', 'Login'],
  ['/otp-verification', 'OTP Verification'],
  ['/login-success', 'Login Successful'],
  ['/deliveries', 'My Deliveries'],
  ['/products', 'Select Product'],
  ['/placeorder?product=handbag', 'Confirm Details'],
  ['/payment-mode', 'Choose Payment Mode'],
  ['/items-settlement', 'Items Settlement'],
  ['/cash-payment', 'Cash Payment'],
  ['/order-success?orderId=ORD-000501&amount=1206.44', 'Order'],
  ['/profile', 'Profile'],
  ['/enquiry-details/7', 'Enquiry Details'],
  ['/no-such-page', 'Veni'],
] as const

let server: StandInServer

beforeEach(() => {
  clearVisits()
  entries.set([])
  signInRunner()
  server = startStandInServer()
  server.answer('GET /api/ping', json({ status: 'ok' }))
  server.answer('GET /api/customers', json([newRecord()]))
})
afterEach(() => {
  vi.mocked(Screen).mockReset()
  endSession()
})

async function open(at: string): Promise<void> {
  window.history.pushState(null, '', at)
  await render(<App />)
}

/** A visit with 350 ₹ of hair and a more expensive product, so that the screens of a deal show amounts. */
function startDeal(): void {
  startVisit({ hair: { black_hair: 100 } })
  updateCart((cart) => setHairValue(addProduct(cart, DEMO_PRODUCTS[1]!), paise(350_00)))
}

describe('the route table', () => {
  test('is tested completely below: each of its addresses and one unknown address', () => {
    const tested = screens.map(([at]) => at.replace(/\?.*/, '').replace(/\/7$/, '/:customerId'))
    expect(tested.slice(0, -1)).toEqual(routes.map(({ path }) => path))
    expect(routes.map(({ path }) => path)).not.toContain(tested.at(-1))
  })

  test.each(screens)('%s opens the screen "%s" [R-2.001, R-2.002]', async (at, heading) => {
    startDeal()
    await open(at)
    await expect.element(title).toHaveTextContent(heading)
    await expect.poll(address).toBe(at.replace(/\?.*/, ''))
  })

  test('/items-catalog, the address of Cancel, redirects to /products [R-2.003]', async () => {
    startDeal()
    await open('/items-catalog')
    await expect.element(title).toHaveTextContent('Select Product')
    await expect.poll(address).toBe('/products')
  })

  test.each(['/admin', '/deliveries/7', '/enquiry-details', '/login/now', '/index.php'])(
    '%s shows that the page is unknown, with a link home [R-1.009, R-2.009, R-2.010]',
    async (at) => {
      await open(at)
      await expect.element(page.getByText('Oops! Page not found')).toBeVisible()
      await page.getByRole('link', { name: 'Return to Home' }).click()
      await expect.element(title).toHaveTextContent('My Deliveries')
    },
  )

  test('/deliveries without a stored login phone leads to /login [R-2.011]', async () => {
    endSession()
    await open('/deliveries')
    await expect.element(title).toHaveTextContent('Login')
    await expect.poll(address).toBe('/login')
    expect(server.calls('GET /api/customers')).toEqual([])
  })
})

describe('Logout', () => {
  test.each(screens)(
    'on %s removes the phone, clears the session and goes to /login [R-2.004, R-2.005, R-2.006, R-2.007]',
    async (at, heading) => {
      startDeal()
      await open(at)
      await expect.element(title).toHaveTextContent(heading)
      expect(localStorage.getItem(PHONE_KEY)).not.toBeNull()
      expect(sessionStorage).not.toHaveLength(0)
      await signOutButton.click()
      await expect.poll(() => address()).toBe('/login')
      expect(localStorage.getItem(PHONE_KEY)).toBeNull()
      expect(sessionStorage).toHaveLength(0)
    },
  )
})

describe('a screen that fails', () => {
  test.each(screens)('at %s shows a message with a link home [R-2.013]', async (at) => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    startDeal()
    vi.mocked(Screen).mockImplementation(() => {
      throw new Error('a bug in this screen')
    })
    await open(at)
    await expect.element(page.getByText('Something went wrong on this screen')).toBeVisible()
    await expect.element(page.getByText('Your work on this phone is kept.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Return to Home' }))
      .toHaveAttribute('href', '/deliveries')
  })
})

describe('a 401', () => {
  const readers = [
    ['/deliveries', 'GET /api/customers'],
    ['/enquiry-details/7', 'GET /api/customers'],
    ['/products', 'GET /api/products'],
    ['/payment-mode', 'GET /api/hair-pricing'],
    ['/profile', 'GET /api/runners/me'],
  ] as const

  test.each(readers)(
    'to a call of %s (%s) leads to /login and deletes nothing [R-2.012]',
    async (at, call) => {
      startDeal()
      const visit = activeVisit.get()
      const stored = Object.entries(sessionStorage)
      server.answer(call, json({ error: { code: 'sign-in-required', message: 'again' } }, 401))
      await open(at)
      await expect.element(page.getByText('Please sign in again')).toBeVisible()
      await expect.poll(address).toBe('/login')
      await expect
        .element(page.getByLabelText('Phone Number'))
        .toHaveValue(localStorage.getItem(PHONE_KEY))
      expect(signInNeeded.get()).toBe(true)
      expect(activeVisit.get()).toEqual(visit)
      expect(Object.entries(sessionStorage)).toEqual(stored)
    },
  )
})

test.each(screens)('the amounts on %s have ₹ and no decimals [R-1.010]', async (at, heading) => {
  startDeal()
  await open(at)
  await expect.element(title).toHaveTextContent(heading)
  expect(document.body.textContent).not.toMatch(/₹[\d,]*\.\d/)
  expect(document.body.textContent).not.toMatch(/(?<!₹[\d,]*)\b1,?206\b/)
})
