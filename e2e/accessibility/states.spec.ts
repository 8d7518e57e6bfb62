import type { Page } from '@playwright/test'
import { en } from '../../web/src/i18n/en.ts'
import { arrange, setLanguage, stateErrors } from '../states/state.ts'
import { everyState, languages } from '../states/every-state.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { axeViolations } from './axe.ts'
import {
  findAnimations,
  findControlsWithoutFocusRing,
  findCutOffElements,
  findElementsWithoutBorder,
  findSmallTargets,
} from './measures.ts'

/** A key on the screen means that its message was not loaded. */
const messageKeys = Object.keys(en)

// A trace takes longer than the page load itself.
test.use({ trace: 'off', expectedErrors: async ({}, use) => use([...stateErrors]) })

// One page load for each state where possible, because a load is slow. The languages are checked one after the other.
for (const state of everyState)
  for (const shown of state.isShownOnce ? languages.map((one) => [one]) : [languages])
    test(`${state.name} is accessible (${shown.join(', ')})`, async ({ page, plainPortal }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await arrange(state, { page, plainPortal, language: shown[0] ?? 'en' })
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      for (const language of shown) {
        await setLanguage(page, language)
        await expectAccessible(page, language)
      }
      // These have one result for all texts, and take long.
      if (shown.includes('te')) await expectDrawnForAll(page)
    })

/** What can differ between two languages: each text has its own length, and each control its own name. */
async function expectAccessible(page: Page, language: string): Promise<void> {
  const text = await page.locator('body').innerText()
  const keys = messageKeys.filter((key) => text.includes(key))
  expect.soft(keys, `keys (${language})`).toEqual([])
  await expectNone(axeViolations(page), `axe (${language})`)
  await expectNone(findSmallTargets(page), `targets (${language})`)
  await page.setViewportSize({ width: 320, height: 568 })
  await expectNone(page.evaluate(findCutOffElements), `at 320 px (${language})`)
  await page.setViewportSize({ width: 360, height: 640 })
  await setTextSize(page, '200%')
  await expectNone(page.evaluate(findCutOffElements), `at 200 % text (${language})`)
  await setTextSize(page, '')
}

async function expectDrawnForAll(page: Page): Promise<void> {
  await expectNone(page.evaluate(findAnimations), 'with reduced motion')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Shift')
  await expectNone(page.evaluate(findElementsWithoutBorder), 'in forced colours')
  await expectNone(page.evaluate(findControlsWithoutFocusRing), 'focus')
  await page.emulateMedia({ forcedColors: 'none' })
}

const expectNone = async (findings: Promise<string[]>, what: string) =>
  expect.soft(await findings, what).toEqual([])

/** As a setting of the browser would. The policy of the page permits no style element. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)
