import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** The page gets axe only once, because loading it takes longer than one check. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The violations that axe finds: WCAG up to 2.2 AA and best practices in the light theme, contrast also in the dark
 * theme. findSmallTargets checks the size of targets, because it has stricter limits and handles scrolled content.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await showTheme(page, 'light')
  const light = await violations(page)
  await showTheme(page, 'dark')
  const dark = await violations(page, ['color-contrast'])
  await showTheme(page, 'light')
  return [...light, ...dark.map((one) => `dark: ${one}`)]
}

/** @param rules all rules by default */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(await source)
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    // The frame with the map belongs to another site.
    const found = await axe.run(document, { iframes: false, ...(only && { runOnly: only }) })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  }, rules)
}

/** Waits until the page is drawn in the theme. Before that, text and background may have different themes. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    theme,
  )
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    // During a transition a colour belongs to neither theme.
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}
