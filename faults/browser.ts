/**
 * The parts of a browser that Node does not have and the app needs when it is loaded. Nothing that Node has is
 * replaced outside the phones: they have a network, locks and files of their own.
 */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { PhoneChannel } from './channel.ts'
import { whileBusy } from './idle.ts'
import { MemoryBlob, MemoryReader, MemoryResponse } from './memory-blob.ts'
import { type BrowserParts, currentParts } from './tab.ts'

/** Of one phone. */
export function createBrowserParts(): BrowserParts {
  const parts: BrowserParts = {
    indexedDB: new OwnDatabases(),
    localStorage: createStringStorage(),
    sessionStorage: createStringStorage(),
    navigator: {
      get locks() {
        return parts.provided?.locks
      },
    },
  }
  return parts
}

/** Of the service worker of the same phone. */
export const createWorkerParts = ({ indexedDB, navigator }: BrowserParts): BrowserParts => ({
  indexedDB,
  navigator,
  localStorage: undefined,
  sessionStorage: undefined,
})

/** A transaction ends in real time, and so do the opening and the deletion of a database. */
class OwnDatabases extends IDBFactory {
  override open(name: string, version?: number): IDBOpenDBRequest {
    return untilEnded(super.open(name, version) as unknown as IDBOpenDBRequest)
  }

  override deleteDatabase(name: string): IDBOpenDBRequest {
    return untilEnded(super.deleteDatabase(name) as unknown as IDBOpenDBRequest)
  }
}

function untilEnded(request: IDBOpenDBRequest): IDBOpenDBRequest {
  void whileBusy(
    new Promise<void>((resolve) => {
      for (const end of ['success', 'error'])
        request.addEventListener(end, () => resolve(), { once: true })
    }),
  )
  return request
}

/** The app finds those of the phone for which it runs; the server finds those of Node. */
const inPhones: Readonly<Record<string, (parts: BrowserParts) => unknown>> = {
  indexedDB: ({ indexedDB }) => indexedDB,
  localStorage: ({ localStorage }) => localStorage,
  sessionStorage: ({ sessionStorage }) => sessionStorage,
  navigator: ({ navigator }) => navigator,
  fetch: ({ provided }) => provided?.fetch,
  caches: ({ provided }) => provided?.caches,
  Blob: () => MemoryBlob,
  Response: () => MemoryResponse,
  BroadcastChannel: () => PhoneChannel,
}
const global = globalThis as Record<string, unknown>
const absentInNode = ['indexedDB', 'localStorage', 'sessionStorage', 'caches']
for (const [name, find] of Object.entries(inPhones)) {
  const ofNode = absentInNode.includes(name) ? undefined : global[name]
  Object.defineProperty(globalThis, name, {
    get() {
      const parts = currentParts()
      return parts ? find(parts) : ofNode
    },
    configurable: true,
  })
}
Object.assign(globalThis, { FileReader: MemoryReader })

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
