/** What a page finds in a browser, as far as the outbox and what it calls use it. Loaded before any of the app. */
import 'fake-indexeddb/auto'
import { countTurns, whileBusy } from './quiet.ts'
import { currentTab } from './tab.ts'
import { simulation } from './simulation.ts'

countTurns()
Object.assign(globalThis, {
  localStorage: createStorage(),
  sessionStorage: createStorage(),
})

const page = { window: new EventTarget(), document: new EventTarget() }
Object.assign(globalThis, page)

/** Once the app has been loaded: what else runs here would take this for a browser and look for its page. */
export function putPageAway(): void {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
}

const realNow = Date.now
Date.now = () => (currentTab() ? simulation().phoneTime() : realNow())

const randomValues = crypto.getRandomValues.bind(crypto)
const digest = crypto.subtle.digest.bind(crypto.subtle)
Object.defineProperty(crypto, 'getRandomValues', {
  value(array: Uint8Array<ArrayBuffer>) {
    if (!currentTab()) return randomValues(array)
    array.set(Array.from(array, () => Math.floor(simulation().luck() * 256)))
    return array
  },
})
Object.defineProperty(crypto.subtle, 'digest', {
  value: (...parts: Parameters<typeof digest>) => whileBusy(digest(...parts)),
})

function createStorage(): Storage {
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
