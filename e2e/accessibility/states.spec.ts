import type { Page } from '@playwright/test'
import { en } from '../../web/src/i18n/en.ts'
import { arrange, setLanguage, stateErrors } from '../states/state.ts'
import { everyState, languages } from '../states/every-state.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { axeViolations } from './axe.ts'
import { borderless, cramped, cutOff, focusless, moving } from './measures.ts'

/** One of them on a screen is a sentence that was not fetched with it. */
const messageKeys = Object.keys(en)

// A trace of every load costs more than the load.
test.use({ trace: 'off', expectedErrors: async ({}, use) => use([...stateErrors]) })

// One page load per state, where it can be: everything is asked of it at once, in one language and then the other.
for (const state of everyState)
  for (const spoken of state.isShownOnce ? languages.map((one) => [one]) : [languages])
    test(`${state.name} is for everyone (${spoken.join(', ')})`, async ({ page, plainPortal }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await arrange(state, { page, plainPortal, language: spoken[0] ?? 'en' })
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      for (const language of spoken) {
        await setLanguage(page, language)
        await expectForEveryone(page, language)
      }
    })

async function expectForEveryone(page: Page, language: string): Promise<void> {
  const none = async (findings: string[] | Promise<string[]>, what: string) =>
    expect.soft(await findings, `${what} (${language})`).toEqual([])
  const words = await page.locator('body').innerText()
  await none(
    messageKeys.filter((key) => words.includes(key)),
    'keys',
  )
  await none(axeViolations(page), 'axe')
  await none(page.evaluate(moving), 'with reduced motion')
  await none(page.evaluate(cramped), 'targets')

  await page.setViewportSize({ width: 320, height: 568 })
  await none(page.evaluate(cutOff), 'at 320 px')
  await page.setViewportSize({ width: 360, height: 640 })
  const largeText = await page.addStyleTag({ content: ':root { font-size: 200% }' })
  await none(page.evaluate(cutOff), 'at 200 % text')
  await largeText.evaluate((style) => style.parentNode?.removeChild(style))

  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Shift')
  await none(page.evaluate(borderless), 'in forced colours')
  await none(page.evaluate(focusless), 'focus')
  await page.emulateMedia({ forcedColors: 'none' })
}
