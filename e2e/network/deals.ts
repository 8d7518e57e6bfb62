import { expect, type Page } from '@playwright/test'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import {
  goOnToDeliveries,
  chooseItems,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'

/** Assigned customers of the sample data. */
export const assigned = [
  'Gurram Lakshmi',
  'Bolla Sujatha',
  'Kondapaka Yadamma',
  'Beeram Mounika',
  'Nakash Vanaja',
  'Patil Savitri',
] as const

/** Signs in and waits until the phone has the app and all snapshots of a visit. Then it works without a network. */
export async function readyPhone(page: Page): Promise<void> {
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
}

/** Signs in again. The phone number is already in the field. */
export async function enterCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('123456')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await goOnToDeliveries(page)
}

/** Completes an items settlement. @returns the invoice id on the screen */
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
