import { expect } from '@playwright/test'
import { packetPhoto } from '../support/photo.ts'
import { customer } from './books.ts'
import type { Desk } from './desk.ts'

/** An address that carries a visit (spec §2). */
export function link(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}

/** At the scales, with so much black hair on them. */
export async function weigh({ page, t }: Desk, grams?: number): Promise<void> {
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

/** In the catalogue with hair worth so many ₹. */
export async function shop({ page, t }: Desk, hairValue = 700): Promise<void> {
  await page.goto(
    link('/products', {
      customerId: customer.id,
      customer: customer.name,
      hairValue: String(hairValue),
    }),
  )
  await expect(page.getByRole('region', { name: t('cart.label') })).toBeVisible()
}

export async function buy({ page, t }: Desk, ...names: string[]): Promise<void> {
  for (const name of names)
    await page.getByRole('button', { name: t('products.buyNamed', { name }) }).click()
}

export async function closeToast({ page, t }: Desk): Promise<void> {
  await page.getByRole('button', { name: t('common.close'), exact: true }).click()
}

/** A photo from the gallery for the packet or the receipt. */
export async function takePhoto({ page, t }: Desk, of: 'packet' | 'receipt'): Promise<void> {
  const field = page.getByRole('group', { name: t(`evidence.${of}`) })
  await field.getByLabel(t('evidence.gallery')).setInputFiles(packetPhoto)
  await expect(field.getByRole('img')).toBeVisible()
}

/** The visit began with Interested, by which its customer waits for his order and leaves the list. */
export function saidInterested({ portal }: Desk): void {
  const visited = portal.customers.findIndex(({ id }) => String(id) === customer.id)
  portal.customers.splice(visited, 1)
}
