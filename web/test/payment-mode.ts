/** /payment-mode of Lakshmi, with a stand-in server that buys two types of hair. */
import { page } from 'vitest/browser'
import { endSession } from '../src/state/session.ts'
import { json, startStandInServer, type StandInServer } from './stand-in-server.ts'
import { clearVisits } from './show-screen.tsx'

export const PAYMENT_MODE = '/payment-mode?customerId=26&customerName=Lakshmi'

export const hairPricing = [
  { hair_type: 'black_hair', price_per_20g: 70, minimum_weight_grams: 20 },
  { hair_type: 'brown_hair', price_per_20g: 55, minimum_weight_grams: 30 },
]

export const black = page.getByRole('spinbutton', { name: 'Black Hair' })
export const brown = page.getByRole('spinbutton', { name: 'Brown Hair' })
export const total = page.getByRole('status').filter({ hasText: 'Total Hair Value' })

export function startHairServer(): StandInServer {
  // Without a signed-in runner the phone stores nothing.
  endSession()
  clearVisits()
  const server = startStandInServer()
  server.answer('GET /api/hair-pricing', json({ pricing: hairPricing }))
  return server
}
