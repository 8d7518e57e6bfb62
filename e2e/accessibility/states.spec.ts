import { en } from '../../web/src/i18n/en.ts'
import { arrange, stateErrors } from '../states/desk.ts'
import { everyState, languages } from '../states/every-state.ts'
import { expect, test } from '../support/portal-test.ts'
import { axeViolations } from './axe.ts'
import { borderless, cramped, cutOff, focusless, moving } from './measures.ts'

/** One of them on a screen is a sentence that was not fetched with it. */
const messageKeys = Object.keys(en)

// A trace of every load costs more than the load.
test.use({ trace: 'off', expectedErrors: async ({}, use) => use([...stateErrors]) })

// One page load per state: everything that can be asked of it is asked at once.
for (const state of everyState)
  for (const language of languages)
    test(`${state.name} is for everyone (${language})`, async ({ page, portal }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await arrange(state, { page, portal, language })
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      const words = await page.locator('body').innerText()
      expect
        .soft(
          messageKeys.filter((key) => words.includes(key)),
          'keys',
        )
        .toEqual([])
      expect.soft(await axeViolations(page), 'axe').toEqual([])
      expect.soft(await page.evaluate(moving), 'with reduced motion').toEqual([])
      expect.soft(await page.evaluate(cramped), 'targets').toEqual([])

      await page.setViewportSize({ width: 320, height: 568 })
      expect.soft(await page.evaluate(cutOff), 'at 320 px').toEqual([])
      await page.setViewportSize({ width: 360, height: 640 })
      const largeText = await page.addStyleTag({ content: ':root { font-size: 200% }' })
      expect.soft(await page.evaluate(cutOff), 'at 200 % text').toEqual([])
      await largeText.evaluate((style) => style.parentNode?.removeChild(style))

      await page.emulateMedia({ forcedColors: 'active' })
      await page.keyboard.press('Shift')
      expect.soft(await page.evaluate(borderless), 'in forced colours').toEqual([])
      expect.soft(await page.evaluate(focusless), 'focus').toEqual([])
    })
