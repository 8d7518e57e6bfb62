import { expect, type Page } from '@playwright/test'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import {
  goOnToDeliveries,
  chooseCash,
  chooseItems,
  payByUpi,
  readInvoiceId,
  signIn,
  startVisit,
  takePacketPhoto,
  weigh,
} from '../support/runner.ts'
import { newTypedDeal, type CompletedDeal, type TypedDeal } from './typed-deal.ts'

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

/** Begins a visit and weighs its hair. The next step is to choose cash or items. */
export async function startTyped(page: Page, deal: TypedDeal): Promise<void> {
  await startVisit(page, deal.customer)
  await weighAll(page, deal)
}

export async function weighAll(page: Page, { weights }: Pick<TypedDeal, 'weights'>): Promise<void> {
  for (const [hairType, grams] of Object.entries(weights)) await weigh(page, hairType, grams)
}

/** Completes the payout of a deal on the cash payment screen. */
export const payTyped = (page: Page, { reference, packet }: TypedDeal): Promise<void> =>
  payByUpi(page, reference, packet)

/** After the last tap of a deal. */
export const readCompleted = async (page: Page, deal: TypedDeal): Promise<CompletedDeal> => ({
  ...deal,
  invoiceId: await readInvoiceId(page),
})

/** Pays a customer by UPI, from the list to the invoice. */
export async function payCash(page: Page, name: string): Promise<CompletedDeal> {
  const deal = newTypedDeal(name)
  await startTyped(page, deal)
  await chooseCash(page)
  await payTyped(page, deal)
  return readCompleted(page, deal)
}

/** Completes an items settlement. */
export async function settleItems(page: Page, name: string): Promise<CompletedDeal> {
  const deal = newTypedDeal(name, ['Handbag', 'Wall Clock'])
  await startTyped(page, deal)
  await chooseItems(page)
  for (const product of deal.products)
    await page.getByRole('button', { name: `BUY ${product}` }).click()
  await page.goto('/items-settlement')
  await takePacketPhoto(page, deal.packet)
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  return readCompleted(page, deal)
}

export async function backToDeliveries(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
}
