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
  await showTheme(page, 'light')
  const light = await axe(page).analyze()
  await showTheme(page, 'dark')
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  await showTheme(page, 'light')
  return [...said(light.violations), ...said(dark.violations).map((one) => `dark: ${one}`)]
}

/** Resolves when the page is drawn in the theme: a look in between finds one theme's ink on the other's ground. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    theme,
  )
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
