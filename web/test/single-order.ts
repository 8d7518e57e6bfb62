/** /placeorder with one product in the catalogue, and a portal that makes order 501 of it. */
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { json, startPortalStub, type PortalStub } from './portal-stub.ts'
import { signInAtPlainPortal } from './runner.ts'
import { forgetVisits, showScreen, startVisit } from './show-screen.tsx'

/** One that loads, of one pixel. */
export const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

const torch = {
  id: 8,
  productId: 'torch',
  name: 'Torch',
  price: 89.5,
  image: PICTURE,
}

export const hairWeight = page.getByRole('textbox', { name: 'Hair Weight' })
export const cash = page.getByRole('textbox', { name: 'Cash' })
export const purchase = (name: string) => page.getByRole('radio', { name, exact: true })
export const confirm = page.getByRole('button', { name: 'CONFIRM', exact: true })

export function startOrderPortal(): PortalStub {
  forgetVisits()
  signInAtPlainPortal()
  const portal = startPortalStub()
  portal.answer('GET /api/products', json([torch]))
  portal.answer('POST /api/orders', json({ id: 501 }))
  portal.answer('PUT /api/orders/501', json({}))
  portal.answer('PUT /api/customers/26', json({}))
  return portal
}

/** Opens /placeorder for a product of the catalogue. */
export const openPlaceOrder = (screen: ReactNode, productId = 'torch') =>
  showScreen(screen, `/placeorder?product=${productId}`)

/** As {@link openPlaceOrder}, in a visit to Lakshmi. */
export function openOrderForm(screen: ReactNode) {
  startVisit()
  return openPlaceOrder(screen)
}

/** The writes that reached a portal, in order. */
export const writesTo = (portal: PortalStub) =>
  portal.sent
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

export async function confirmOrder() {
  await hairWeight.fill(' 30 gms ')
  await cash.fill('Rs. 100.00')
  await confirm.click()
}
