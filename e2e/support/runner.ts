import { expect, type Page } from '@playwright/test'
import { packetPhoto } from './photo.ts'

// The actions of a runner. Each function finds elements by their role and text.

export async function signIn(page: Page, phone = '9000000001', baseUrl = ''): Promise<void> {
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page).toHaveURL(/otp-verification/)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('123456')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await goOnToDeliveries(page)
}

/**
 * Signs out, and waits until the app has sealed or deleted all that the phone has of the runner.
 * @param isAsked whether the app asks first, because of unsent work
 */
export async function signOut(page: Page, isAsked: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  if (isAsked) await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leavingRunners'))).toBeNull()
  // The app then deletes the storage if nothing is left in it, and holds this lock until it has. A test that reads the
  // storage during the deletion gets an "Internal error".
  await page.evaluate(() => navigator.locks.request('veni-clear', () => undefined))
}

/** Continues from "Login Successful" to the list. The app also does this by itself after 3 s. */
export async function goOnToDeliveries(page: Page): Promise<void> {
  const onward = page.getByRole('link', { name: 'Continue to Deliveries' })
  const list = page.getByRole('heading', { name: 'My Deliveries' })
  await expect(onward.or(list).first()).toBeVisible()
  await onward.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(list).toBeVisible()
}

/** The words of the app when its list did not come. A card is no sign of that: the early list has the same. */
export const storedListNotice = (page: Page) =>
  page.getByRole('main').getByText(/^Customers saved on this phone/)

export async function openCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name: 'Enquiry Details' })).toBeVisible()
}

/**
 * Opens the profile within the app. A page that is left by its address is no longer intercepted while it ends, and can then
 * send work that a test holds back.
 */
export async function openProfile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
}

/** Begins a visit: opens the customer and confirms Interested. */
export async function startVisit(page: Page, name: string): Promise<void> {
  await openCustomer(page, name)
  await beginVisit(page)
}

/** Begins a visit on the screen of the customer. */
export async function beginVisit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Interested (Convert to Order)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Payment Mode' })).toBeVisible()
}

export async function weigh(page: Page, hairType: string, grams: number | string): Promise<void> {
  await page.getByLabel(`${hairType} weight in grams`, { exact: true }).fill(String(grams))
}

/** Begins a visit and weighs black hair. The next step is to choose cash or items. */
export async function startDeal(page: Page, name: string, grams: number): Promise<void> {
  await startVisit(page, name)
  await weigh(page, 'Black Hair', grams)
}

export async function chooseCash(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cash/ }).click()
  await expect(page.getByRole('heading', { name: 'Cash Payment' })).toBeVisible()
}

export async function chooseItems(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Items/ }).click()
  await expect(page.getByRole('heading', { name: 'Select Product' })).toBeVisible()
}

export async function takePacketPhoto(page: Page, photo = packetPhoto): Promise<void> {
  const packet = page.getByRole('group', { name: 'Sealed hair packet photo' })
  await packet.getByLabel('Gallery').setInputFiles(photo)
  await expect(packet.getByRole('img', { name: 'Sealed hair packet photo' })).toBeVisible()
}

/** Completes a payout by UPI on the cash payment screen. */
export async function payByUpi(page: Page, reference: string, photo = packetPhoto): Promise<void> {
  await page.getByLabel('UPI reference number').fill(reference)
  await takePacketPhoto(page, photo)
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
}

/** Pays for 100 g of black hair, from the list to the invoice. @returns the invoice id on the screen */
export async function payCash(page: Page, name: string, reference = 'UPI2611'): Promise<string> {
  await startDeal(page, name, 100)
  await chooseCash(page)
  await payByUpi(page, reference)
  return readInvoiceId(page)
}

/** Fills in and confirms the single order of a product, during a visit. */
export async function makeSingleOrder(
  page: Page,
  order: { readonly product: string; readonly hairWeight: string; readonly cash: string },
): Promise<void> {
  await page.goto(`/placeorder?product=${order.product}`)
  await page.getByLabel('Hair Weight').fill(order.hairWeight)
  await page.getByRole('textbox', { name: 'Cash' }).fill(order.cash)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
}

/** The invoice id on the completion screen. */
export async function readInvoiceId(page: Page): Promise<string> {
  const id = page.getByText(/^(INV|CASH)-\d+-[A-Z0-9]{6}$/)
  await expect(id).toBeVisible()
  return (await id.textContent()) ?? ''
}
