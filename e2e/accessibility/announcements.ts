import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/**
 * Begins to write down what a screen reader would say by itself: every alert that comes, and every change of a live
 * region that was there before the change. A region that comes with its text says nothing. Before the first load.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = '[aria-live="polite"], [role="alert"], [role="status"], output'
    window.announced = []
    let standing = new WeakSet<Element>()
    const observer = new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const changed = target instanceof Element ? target : target.parentElement
        const alerts = [...addedNodes].flatMap((node) =>
          node instanceof Element ? [node, ...node.querySelectorAll('[role="alert"]')] : [],
        )
        const region = changed?.closest(live)
        const spoken =
          region && standing.has(region)
            ? [region]
            : alerts.filter((one) => one.matches('[role="alert"]'))
        for (const { textContent } of spoken) if (textContent) window.announced.push(textContent)
      }
      standing = new WeakSet(roots.flatMap((root) => [...root.querySelectorAll(live)]))
    })
    const roots: (Document | ShadowRoot)[] = []
    const follow = (root: Document | ShadowRoot) => {
      roots.push(root)
      observer.observe(root, { subtree: true, childList: true, characterData: true })
    }
    follow(document)
    // A screen reader hears closed shadows too.
    const attach = Reflect.get(Element.prototype, 'attachShadow') as (
      this: Element,
      init: ShadowRootInit,
    ) => ShadowRoot
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      follow(root)
      return root
    }
  })
}

/** What was said since the page was loaded, in order. */
export const announced = (page: Page): Promise<string> =>
  page.evaluate(() => window.announced.join('\n'))
