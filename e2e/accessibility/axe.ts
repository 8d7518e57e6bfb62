import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** Brought into the page once: bringing it takes longer than a look. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds fault with: WCAG up to 2.2 AA and its best practices, in the light theme and, as to contrast, in the
 * dark. Targets are measured by `cramped`, which asks for more and knows that what scrolls may be half under a bar.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await showTheme(page, 'light')
  const light = await violations(page)
  await showTheme(page, 'dark')
  const dark = await violations(page, ['color-contrast'])
  await showTheme(page, 'light')
  return [...light, ...dark.map((one) => `dark: ${one}`)]
}

/** @param rules all when not given */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(await source)
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    // The map's frame is another site's.
    const found = await axe.run(document, { iframes: false, ...(only && { runOnly: only }) })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  }, rules)
}

/** Resolves when the page is drawn in the theme: a look in between finds one theme's ink on the other's ground. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    theme,
  )
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    // However short: in the middle of one a colour is neither theme's.
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}
