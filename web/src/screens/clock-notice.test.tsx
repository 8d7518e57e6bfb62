import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newWeighedVisit } from '../../test/deal-visit.ts'
import { signInRunner } from '../../test/runner.ts'
import { clearVisits, showScreen, startVisit } from '../../test/show-screen.tsx'
import { startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { refetchNow } from '../api/query-client.ts'
import { healthQuery } from '../api/health.ts'
import { setLanguage } from '../i18n/language.ts'
import CashPayment from './deal/cash-payment.tsx'
import ItemsSettlement from './deal/items-settlement.tsx'
import Deliveries from './deliveries.tsx'
import Profile from './profile.tsx'
import PaymentMode from './visit/payment-mode.tsx'
import { clockOffset } from '../state/clock-offset.ts'

const MINUTE_MS = 60_000
const warning = page.getByText(/^This phone's clock is wrong\./)

let server: StandInServer

beforeEach(() => {
  clearVisits()
  signInRunner()
  clockOffset.set(undefined)
  server = startStandInServer()
})
afterEach(async () => {
  clockOffset.set(undefined)
  localStorage.removeItem('clockOffset')
  await setLanguage('en')
})

/** The server answers, and its clock is ahead of the phone's by so many ms. */
async function serverAhead(ms: number): Promise<void> {
  const date = new Date(Date.now() + ms).toUTCString()
  server.answer('GET /api/ping', new Response('{"status":"ok"}', { headers: { date } }))
  await refetchNow(healthQuery())
}

test.each([1, -1])(
  'a clock is wrong at 11 minutes and not at 9, until it is right [R-8.082]',
  async (direction) => {
    await showScreen(<Deliveries />, '/deliveries')
    await serverAhead(direction * 9 * MINUTE_MS)
    expect(Math.abs(clockOffset.get()!)).toBeGreaterThan(500)
    expect(warning.elements()).toEqual([])
    await serverAhead(direction * 11 * MINUTE_MS)
    await expect.element(warning).toBeVisible()
    await serverAhead(0)
    await expect.poll(() => warning.elements()).toEqual([])
  },
)

test.each([
  ['/profile', <Profile key="" />],
  ['/payment-mode', <PaymentMode key="" />],
  ['/cash-payment', <CashPayment key="" />],
  ['/items-settlement', <ItemsSettlement key="" />],
])('%s warns as well [R-8.082]', async (path, screen) => {
  startVisit(newWeighedVisit())
  clockOffset.set(11 * 60)
  await showScreen(screen, path)
  await expect.element(warning).toBeVisible()
})

test('the warning is in Telugu, too [R-8.082]', async () => {
  await setLanguage('te')
  clockOffset.set(-11 * 60)
  await showScreen(<Deliveries />, '/deliveries')
  await expect.element(page.getByText(/^ఈ ఫోన్ గడియారం తప్పుగా ఉంది\./)).toBeVisible()
})
