import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PACKET, placePhone, startDeal, takePhoto } from '../../../test/deal-visit.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import CashPayment from './cash-payment.tsx'

beforeEach(() => {
  localStorage.clear()
  signInAtPlainPortal()
  startStandInServer()
})

/** Of the last payment. */
const readLocation = () =>
  (JSON.parse(localStorage.getItem('cashPayments') ?? '[]') as { location: unknown }[]).at(-1)
    ?.location

test('a deal has the age of its location, and no location that is older than half an hour', async () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  for (const [minutes, location] of [
    [20, { latitude: 17.4, longitude: 78.5, age_s: 1_200 }],
    [31, { latitude: 0, longitude: 0, reason: 'timeout' }],
  ] as const) {
    clearVisits()
    startDeal()
    clock.mockReturnValue(now)
    placePhone({ latitude: 17.4, longitude: 78.5, foundAt: now })
    const shown = await showScreen(<CashPayment />, '/cash-payment')
    await takePhoto(PACKET)
    await page.getByLabelText('UPI reference number').fill('UPI1')
    clock.mockReturnValue(now + minutes * 60_000)
    await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
    await expect.element(page.getByText('Status: Completed')).toBeVisible()
    expect(readLocation()).toMatchObject(location)
    await shown.unmount()
  }
})
