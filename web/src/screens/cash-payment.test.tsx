import { addProduct, emptyCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { forgetVisits, HERE_AGAIN, showScreen, startVisit } from '../../test/show-screen.tsx'
import { activeVisit, closeVisit } from '../state/visit.ts'
import CashPayment from './cash-payment.tsx'

const HERE = '/cash-payment?customer=Lakshmi&customerId=26&hairValue=350'
const hairValue = page.getByRole('link', { name: /Hair Value/ })
const nothing = page.getByText('Nothing weighed and nothing in the cart yet.')

beforeEach(() => {
  forgetVisits()
  signInRunner()
  startPortalStub()
})

test('a link fills in what the phone does not know', async () => {
  await showScreen(<CashPayment />, HERE)
  await expect.element(hairValue).toHaveTextContent('₹350')
})

test('the way back to the link of a completed deal does not make the deal again', async () => {
  const shown = await showScreen(<CashPayment />, HERE)
  await expect.element(hairValue).toHaveTextContent('₹350')
  closeVisit()
  await shown.unmount()
  await showScreen(<CashPayment />, HERE_AGAIN)
  await expect.element(nothing).toBeVisible()
})

test("a link to another customer asks before it leaves this one's cart", async () => {
  const [product] = DEMO_PRODUCTS
  startVisit(
    { cart: addProduct(emptyCart('27', 'Anjali'), product!) },
    { id: '27', name: 'Anjali' },
  )
  await showScreen(<CashPayment />, HERE)
  const question = page.getByRole('alertdialog', { name: /1 item\(s\) in cart for Anjali/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Anjali')).toBeVisible()
  expect(activeVisit.get()?.customer.id).toBe('27')
})
