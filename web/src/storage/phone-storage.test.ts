import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../test/second-copies.ts'
import type * as phoneStorage from './phone-storage.ts'

beforeEach(clearStorage)
afterEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
})

const row = { version: 1 }

/** The module as a page or worker loads it at its start. */
async function loadStorage() {
  const address = `./phone-storage.ts?again=${crypto.randomUUID()}`
  return ((await import(/* @vite-ignore */ address)) as typeof phoneStorage).storage
}

test.each([
  [
    'may not be read',
    () => {
      throw new DOMException('The frame is sandboxed', 'SecurityError')
    },
  ],
  ['is missing', () => undefined as never],
])(
  'a page whose Cache Storage %s stores and lists rows without a second copy',
  async (_how, find) => {
    vi.spyOn(globalThis, 'caches', 'get').mockImplementation(find)
    const storage = await loadStorage()
    await storage.visits.put('a', row)
    expect(await storage.visits.getAll()).toEqual([row])
    await storage.visits.delete('a')
    expect(await storage.outbox.getAll()).toEqual([])
    await storage.close()
    vi.restoreAllMocks()
    await clearStorage()
  },
)
