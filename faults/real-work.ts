import { createHook } from 'node:async_hooks'
import { currentTab } from './tab.ts'

/** What a page may begin: it ends in the same order on every machine. */
const orderedWork = new Set(['PROMISE', 'Immediate', 'TickObject', 'Microtask'])

/**
 * Finds work that a page begins and that ends when the machine pleases: a digest, a file, a timer. Two runs of a shift
 * would seldom show it.
 * @returns the kinds that were found, and a function that ends the search
 */
export function watchRealWork(): { readonly found: ReadonlySet<string>; readonly end: () => void } {
  const found = new Set<string>()
  const hook = createHook({
    init(_id, type) {
      if (!orderedWork.has(type) && currentTab()) found.add(type)
    },
  })
  hook.enable()
  return { found, end: () => void hook.disable() }
}
