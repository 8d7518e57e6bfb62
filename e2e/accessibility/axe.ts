import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const said = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)

const axe = (page: Page) =>
  // Without frames to look into, the page itself can sum up: a second page for that takes longer than the look.
  new AxeBuilder({ page }).setLegacyMode()

/**
 * What axe finds fault with: WCAG up to 2.2 AA and its best practices, in the light theme and, as to contrast, in the
 * dark. Targets are measured by `cramped`, which asks for more and knows that what scrolls may be half under a bar.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axe(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return [...said(light.violations), ...said(dark.violations).map((one) => `dark: ${one}`)]
}
