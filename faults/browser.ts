/**
 * The parts of a browser that Node does not have and the app needs when it is loaded. Nothing that Node has is
 * replaced: clock, random numbers, network, locks and time-outs are passed in.
 */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { type BrowserParts, currentParts } from './tab.ts'

/** Of one phone. */
export const createBrowserParts = (): BrowserParts => ({
  indexedDB: new IDBFactory(),
  localStorage: createStringStorage(),
  sessionStorage: createStringStorage(),
})

/** The app finds those of the phone for which it runs; the server finds none. */
for (const name of ['indexedDB', 'localStorage', 'sessionStorage'] as const)
  Object.defineProperty(globalThis, name, {
    get: () => currentParts()?.[name],
    configurable: true,
  })

const page = { window: new EventTarget(), document: new EventTarget() }
Object.assign(globalThis, page)

/** After the app is loaded: PGlite would look for a browser's parts where there is a `window`. */
export function removePage(): void {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
}

function createStringStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}
