import type { Page } from '@playwright/test'

/** The completed deals that the phone keeps by the specification's names (spec §3), as they stand there. */
export async function storedDeals(
  page: Page,
  key: 'cashPayments' | 'settlements',
): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return JSON.parse(text ?? '[]')
}
