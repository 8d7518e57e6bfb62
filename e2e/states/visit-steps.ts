import { expect } from '@playwright/test'
import { packetPhoto } from '../support/photo.ts'
import { customer } from './sample-data.ts'
import type { StateContext } from './state.ts'

/** An address of the app whose query has a visit. */
export function link(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}

/** Opens /payment-mode with this weight of black hair. */
export async function weigh({ page, t }: StateContext, grams?: number): Promise<void> {
  await page.goto(
    link('/payment-mode', {
      customerId: customer.id,
      customerName: customer.name,
      mobile: '9100000026',
      location: 'ఇబ్రహీంపట్నం, రంగారెడ్డి, Telangana',
      ...(grams !== undefined && { hairCollections: JSON.stringify({ black_hair: grams }) }),
    }),
  )
  await expect(page.getByRole('heading', { name: t('mode.hairTitle') })).toBeVisible()
}

/** Opens /products with this hair value in ₹. */
export async function shop({ page, t }: StateContext, hairValue = 700): Promise<void> {
  await page.goto(
    link('/products', {
      customerId: customer.id,
      customer: customer.name,
      hairValue: String(hairValue),
    }),
  )
  await expect(page.getByRole('region', { name: t('cart.label') })).toBeVisible()
}

export async function buy({ page, t }: StateContext, ...names: string[]): Promise<void> {
  for (const name of names)
    await page.getByRole('button', { name: t('products.buyNamed', { name }) }).click()
}

export async function closeToast({ page, t }: StateContext): Promise<void> {
  await page.getByRole('button', { name: t('common.close'), exact: true }).click()
}

/** Chooses a photo of the packet or the receipt from the gallery. */
export async function takePhoto(
  { page, t }: StateContext,
  of: 'packet' | 'receipt',
): Promise<void> {
  const field = page.getByRole('group', { name: t(`evidence.${of}`) })
  await field.getByLabel(t('evidence.gallery')).setInputFiles(packetPhoto)
  await expect(field.getByRole('img')).toBeVisible()
}

/** Removes the customer from the list, as the server does after Interested. */
export function leaveList({ plainPortal }: StateContext): void {
  const visited = plainPortal.customers.findIndex(({ id }) => String(id) === customer.id)
  plainPortal.customers.splice(visited, 1)
}
