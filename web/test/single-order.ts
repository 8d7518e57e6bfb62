/** /placeorder with one product, and a stand-in server that creates order 501. */
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { json, startStandInServer, type StandInServer } from './stand-in-server.ts'
import { signInAtPlainPortal } from './runner.ts'
import { clearVisits, showScreen, startVisit } from './show-screen.tsx'

/** A product picture of one pixel, which loads. */
export const PRODUCT_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

const torch = {
  id: 8,
  productId: 'torch',
  name: 'Torch',
  price: 89.5,
  image: PRODUCT_PICTURE,
}

export const hairWeight = page.getByRole('textbox', { name: 'Hair Weight' })
export const cash = page.getByRole('textbox', { name: 'Cash' })
export const purchase = (name: string) => page.getByRole('radio', { name, exact: true })
export const confirm = page.getByRole('button', { name: 'CONFIRM', exact: true })

export function startOrderServer(): StandInServer {
  clearVisits()
  signInAtPlainPortal()
  const server = startStandInServer()
  server.answer('GET /api/products', json([torch]))
  server.answer('POST /api/orders', json({ id: 501 }))
  server.answer('PUT /api/orders/501', json({}))
  server.answer('PUT /api/customers/26', json({}))
  return server
}

/** Opens /placeorder for a product of the server. */
export const openPlaceOrder = (screen: ReactNode, productId = 'torch') =>
  showScreen(screen, `/placeorder?product=${productId}`)

/** As {@link openPlaceOrder}, in a visit to Lakshmi. */
export function openOrderForm(screen: ReactNode) {
  startVisit()
  return openPlaceOrder(screen)
}

/** The write calls that reached the server, in order. */
export const writesTo = (server: StandInServer) =>
  server.sent
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

export async function confirmOrder() {
  await hairWeight.fill(' 30 gms ')
  await cash.fill('Rs. 100.00')
  await confirm.click()
}
