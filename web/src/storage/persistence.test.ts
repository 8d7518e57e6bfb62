import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createValueStore } from '../lib/value-store.ts'
import { askWithWork, createPersistence, isPersistent } from './persistence.ts'

beforeEach(() => isPersistent.set(undefined))
afterEach(() => isPersistent.set(undefined))

/** A newly opened page whose default storage has the work. */
function openPage(answer: boolean | Error, isInBucket = false) {
  const persist = vi.fn<() => Promise<boolean>>(() =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  const persisted = vi.fn<() => Promise<boolean>>(() => Promise.resolve(answer === true))
  const browserStorage = () => ({ persist, persisted })
  return { persist, persisted, ...createPersistence({ browserStorage, isInBucket }) }
}

test.each([true, false])(
  'the browser is asked once in a start, and %s is its answer [R-8.077, R-8.086]',
  async (answer) => {
    const { askToPersist, persist } = openPage(answer)
    askToPersist()
    askToPersist()
    await expect.poll(isPersistent.get).toBe(answer)
    expect(persist).toHaveBeenCalledOnce()
  },
)

test('after a refusal the next start asks again [R-8.077]', async () => {
  openPage(false).askToPersist()
  await expect.poll(isPersistent.get).toBe(false)
  const later = openPage(true)
  later.askToPersist()
  await expect.poll(isPersistent.get).toBe(true)
})

test('the answer is known before the browser is asked, without a question [R-8.086]', async () => {
  const { readPersistence, persist, persisted } = openPage(true)
  readPersistence()
  await expect.poll(isPersistent.get).toBe(true)
  readPersistence()
  expect(persisted).toHaveBeenCalledOnce()
  expect(persist).not.toHaveBeenCalled()
})

test('a browser that fails has promised nothing [R-8.086]', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  openPage(new TypeError('Internal error')).askToPersist()
  await expect.poll(isPersistent.get).toBe(false)
  expect(warn).toHaveBeenCalledWith(expect.any(String), new TypeError('Internal error'))
})

test.each([
  ['has no storage to ask', undefined],
  ['has no such question', {}],
])('a browser that %s has promised nothing [R-8.086]', async (_how, found) => {
  const { readPersistence, askToPersist } = createPersistence({
    browserStorage: () => found,
    isInBucket: false,
  })
  for (const ask of [readPersistence, askToPersist]) {
    isPersistent.set(undefined)
    ask()
    await expect.poll(isPersistent.get).toBe(false)
  }
})

test('the default storage does not answer for the work in a bucket [R-8.086]', async () => {
  const { askToPersist, persist } = openPage(false, true)
  isPersistent.set(true)
  askToPersist()
  await persist.mock.results[0]?.value
  await new Promise((resolve) => setTimeout(resolve))
  expect(isPersistent.get()).toBe(true)
})

test('the browser is asked with the first unsent work, and with work that waits at a start [R-8.077]', () => {
  const work = createValueStore<readonly string[]>([])
  const ask = vi.fn<() => void>()
  const stop = askWithWork(work, ask)
  expect(ask).not.toHaveBeenCalled()
  work.set(['a status'])
  expect(ask).toHaveBeenCalledOnce()
  stop()
  const askLater = vi.fn<() => void>()
  askWithWork(work, askLater)()
  expect(askLater).toHaveBeenCalledOnce()
})
