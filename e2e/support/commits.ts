import type { Page } from '@playwright/test'

declare global {
  interface Window {
    reactCommits: number
  }
}

/** From the next page on, counts how often React draws: as its own developer tools do. */
export async function countCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.reactCommits = 0
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => (window.reactCommits += 1),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
}

export const commitsOf = (page: Page) => page.evaluate(() => window.reactCommits)
