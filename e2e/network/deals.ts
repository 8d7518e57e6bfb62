import { expect, type Page } from '@playwright/test'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import {
  chooseCash,
  goOnToDeliveries,
  chooseItems,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'

/** Customers of the sample data that wait for a visit. */
export const assigned = [
  'Gurram Lakshmi',
  'Bolla Sujatha',
  'Kondapaka Yadamma',
  'Beeram Mounika',
  'Nakash Vanaja',
  'Patil Savitri',
] as const

/** Signed in, with the app and all that a visit needs on the phone: from here on a network may be missing. */
export async function readyPhone(page: Page): Promise<void> {
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
}

/** Signs in again, as the phone that is known already. */
export async function enterCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('123456')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await goOnToDeliveries(page)
}

/** From the list to the invoice. @returns its id, which the runner was shown as done */
export async function payCash(page: Page, name: string, reference = 'UPI2611'): Promise<string> {
  await startDeal(page, name, 100)
  await chooseCash(page)
  await payByUpi(page, reference)
  return readInvoiceId(page)
}

/** As {@proxy payCash}, for hair that is taken in gifts. */
export async function settleItems(page: Page, name: string): Promise<string> {
  await startDeal(page, name, 400)
  await chooseItems(page)
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  await page.goto('/items-settlement')
  await takePacketPhoto(page)
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  return readInvoiceId(page)
}

export async function backToDeliveries(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
}
