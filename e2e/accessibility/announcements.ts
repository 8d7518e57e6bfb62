import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/**
 * Records what a screen reader announces: every new alert, and every change of a live region that existed before. A
 * screen reader does not announce a live region that is new. Call this before the first page load.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = '[aria-live="polite"], [role="alert"], [role="status"], output'
    window.announced = []
    let existing = new WeakSet<Element>()
    const observer = new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const changed = target instanceof Element ? target : target.parentElement
        const alerts = [...addedNodes].flatMap((node) =>
          node instanceof Element ? [node, ...node.querySelectorAll('[role="alert"]')] : [],
        )
        const region = changed?.closest(live)
        const announcing =
          region && existing.has(region)
            ? [region]
            : alerts.filter((one) => one.matches('[role="alert"]'))
        for (const { textContent } of announcing)
          if (textContent) window.announced.push(textContent)
      }
      existing = new WeakSet(roots.flatMap((root) => [...root.querySelectorAll(live)]))
    })
    const roots: (Document | ShadowRoot)[] = []
    const observe = (root: Document | ShadowRoot) => {
      roots.push(root)
      observer.observe(root, { subtree: true, childList: true, characterData: true })
    }
    observe(document)
    // A screen reader also reads closed shadow roots.
    const attach = Reflect.get(Element.prototype, 'attachShadow') as (
      this: Element,
      init: ShadowRootInit,
    ) => ShadowRoot
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      observe(root)
      return root
    }
  })
}

/** All announcements since the page was loaded, in order. */
export const announced = (page: Page): Promise<string> =>
  page.evaluate(() => window.announced.join('\n'))
