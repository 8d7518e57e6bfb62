import { createCart } from '@veni/domain/cart'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { clearVisits, showScreen, startVisit } from '../../../test/show-screen.tsx'
import { Routes } from '../../routes.tsx'

const bar = page.getByRole('region', { name: 'Cart' })

beforeEach(() => {
  clearVisits()
  startStandInServer()
  signInRunner()
  startVisit({ cart: createCart('26', 'Lakshmi', paise(350_00)) })
})

test.each([
  '/products',
  '/products/',
  '/products/50-grams',
  '/payment-mode',
  '/payment-mode/hair/black',
  '/placeorder?product=handbag',
  '/placeorder/handbag',
  '/items-settlement',
  '/items-settlement/items',
])('the cart bar is on %s [R-2.080]', async (at) => {
  await showScreen(<Routes />, at)
  await expect.element(bar).toHaveTextContent('Balance to return ₹350')
})

test.each([
  '/',
  '/login',
  '/otp-verification',
  '/login-success',
  '/deliveries',
  '/cash-payment',
  '/order-success',
  '/profile',
  '/enquiry-details/26',
  '/nowhere',
  '/productsheet',
])('the cart bar is not on %s [R-2.080]', async (at) => {
  await showScreen(<Routes />, at)
  await expect.element(page.getByRole('main')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})
