import { arrange, waitForProductPictures, stateErrors } from '../states/state.ts'
import { everyState, languages } from '../states/every-state.ts'
import { test } from '../support/fixtures/plain-portal-test.ts'

test.use({ expectedErrors: async ({}, use) => use([...stateErrors]) })

const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const themes = ['light', 'dark'] as const

for (const [index, state] of everyState.entries())
  for (const language of languages)
    test(`${state.name} (${language})`, async ({ page, plainPortal }) => {
      await arrange(state, { page, plainPortal, language })
      const file = `${String(index + 1).padStart(3, '0')}-${state.name}.png`
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height })
        await waitForProductPictures(page)
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          const path = `reports/screenshots/${width}x${height}-${language}-${colorScheme}/${file}`
          await page.screenshot({ path, animations: 'disabled' })
        }
      }
    })
