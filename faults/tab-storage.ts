/**
 * Replaces `createStorage` for the apps of the simulation (`app-copies.mjs`). All tabs of a simulated phone share one copy
 * of the app; in a browser each page has its own connection, restores at its start what the database has lost, and loses
 * with its life what it has not copied yet. So each page and each worker of a phone with Cache Storage gets a storage of
 * its own. What runs outside the pages, such as a check, sees the database as it is: nothing is restored or copied there.
 */
import type { Registry } from '../web/src/storage/collection.ts'
import {
  createStorage as createReal,
  type Storage,
  type StorageDeps,
} from '../web/src/storage/create-storage.ts'
import { whileBusy } from './idle.ts'
import { currentTab, outsideTabs, type Tab } from './tab.ts'

type AnyFunction = (...given: readonly unknown[]) => unknown
interface Parts {
  readonly [name: string]: AnyFunction | Parts
}

export function createStorage<R extends Registry>(deps: StorageDeps<R>): Storage<R> {
  const ofTabs = new WeakMap<Tab, Storage<R>>()
  const outside = createReal({ ...deps, findCaches: () => undefined })

  function createOf(tab: Tab): Storage<R> {
    const locks = tab.parts.provided?.locks as StorageDeps<R>['locks']
    const own = createReal({ ...deps, locks })
    ofTabs.set(tab, own)
    // The browser closes the connections of a page that dies.
    tab.onKilled.add(() => void outsideTabs(() => whileBusy(own.close())))
    return own
  }

  return delegate(outside as unknown as Parts, () => {
    const tab = currentTab()
    if (!tab?.parts.provided?.caches) return outside as unknown as Parts
    return (ofTabs.get(tab) ?? createOf(tab)) as unknown as Parts
  }) as unknown as Storage<R>
}

/** Has the same functions as the object. Each call goes to the object that is in use at that moment. */
function delegate(shape: Parts, find: () => Parts): Parts {
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name,
      typeof part === 'function'
        ? (...given: readonly unknown[]) => (find()[name] as AnyFunction)(...given)
        : delegate(part, () => find()[name] as Parts),
    ]),
  )
}
