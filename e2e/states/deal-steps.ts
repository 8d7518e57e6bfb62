import { expect } from '@playwright/test'
import { serverSession, type StateContext } from './state.ts'
import { takePhoto, weigh } from './visit-steps.ts'

/** Opens /cash-payment with hair worth ₹350. */
export async function openCash(
  context: StateContext,
  location: RegExp | string = /Abids Road/,
): Promise<void> {
  const { page, t } = context
  await weigh(context, 100)
  await page.getByText(t('mode.cashDescription')).click()
  await expect(page.getByRole('heading', { name: t('cash.title') })).toBeVisible()
  await expect(page.getByText(location)).toBeVisible()
}

export const completeCash = ({ page, t }: StateContext): Promise<void> =>
  page.getByRole('button', { name: t('cash.complete') }).click()

export async function payCash(context: StateContext): Promise<void> {
  const { page, t } = context
  await openCash(context)
  await page.getByLabel(t('cash.upiReference')).fill('UPI2611210001')
  await takePhoto(context, 'packet')
  await completeCash(context)
  await expect(page.getByText(/^CASH-/)).toBeVisible()
}

/** Completes a deal that the server cannot receive yet. */
export async function leaveUnsent(context: StateContext): Promise<void> {
  context.plainPortal.fail('POST /api/orders', { status: 500 })
  await payCash(context)
}

/** Completes a deal that the server refuses for good. */
export async function leaveRefused(context: StateContext): Promise<void> {
  context.plainPortal.fail('POST /api/orders', { status: 409 })
  await payCash(context)
  await expect(context.page.getByText(context.t('outbox.refused.kept'))).toBeVisible()
}

/** Completes a deal whose record our server takes, and whose photo it refuses for good. */
export async function leaveRefusedPhoto(context: StateContext): Promise<void> {
  const { page, plainPortal } = context
  await page.addInitScript((stored) => localStorage.setItem('runnerSession', stored), serverSession)
  plainPortal.reply('POST /api/work', { results: [{ outcome: 'recorded' }] })
  plainPortal.fail('POST /api/uploads', { status: 413 })
  await payCash(context)
}
