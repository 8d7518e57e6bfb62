import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { signInRunner } from '../../test/runner.ts'
import { WAKE_MESSAGE } from './channel.ts'
import { session } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import { entries } from './entries.ts'
import { newEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import {
  enqueue,
  enqueueAndTry,
  enqueueDeal,
  noteAnswer,
  onOutcome,
  provideOutbox,
  resume,
  resumeAndTry,
  startOutbox,
  uploadPhoto,
  wakeAfterRestore,
  withdraw,
} from './page-outbox.ts'
import { readSenderSettings } from './sender-settings.ts'

const newCall = () => vi.fn<(...given: unknown[]) => Promise<unknown>>()
const calls = {
  wake: newCall(),
  withdraw: newCall(),
  resume: newCall(),
  resumeAndTry: newCall(),
  enqueue: newCall(),
  enqueueAndTry: newCall(),
  enqueueDeal: newCall(),
  uploadPhoto: newCall(),
  noteAnswer: newCall(),
  onOutcome: newCall(),
}

const entry = newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work: rejectedWork })

beforeAll(async () => {
  provideOutbox(() => calls as unknown as Outbox)
  startOutbox()
  await storage.whenRestored('outbox')
})

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset().mockResolvedValue('done')
})

const listener = () => undefined
const visit = { collection: 'visits', key: 'a', row: undefined } as const

test.each([
  ['withdraw', () => withdraw(entry.id), [entry.id]],
  ['resume', () => resume(entry.id), [entry.id]],
  ['resumeAndTry', () => resumeAndTry(entry), [entry]],
  ['enqueue', () => enqueue(entry, visit), [entry, visit]],
  ['enqueueAndTry', () => enqueueAndTry(entry, visit), [entry, visit]],
  ['uploadPhoto', () => uploadPhoto('a.packet.1'), ['a.packet.1']],
  ['noteAnswer', () => noteAnswer(), []],
  ['onOutcome', () => onOutcome(listener), [listener]],
] as const)('%s is a call of the outbox of the page', async (name, act, given) => {
  expect(await act()).toBe('done')
  expect(calls[name].mock.calls).toEqual([given])
})

test('a stored deal is also copied into the local lists [R-3.060]', async () => {
  const deal = newSettlementDeal({ invoice_id: 'INV-1763690400001-KXQRTB' })
  const stored = { ...deal, invoiceId: deal.record.invoice_id }
  calls.enqueueDeal.mockResolvedValue(stored)
  expect(await enqueueDeal(newSettlementDeal(), entry)).toBe(stored)
  expect(calls.enqueueDeal.mock.calls).toEqual([[newSettlementDeal(), entry]])
  expect(JSON.parse(localStorage.getItem('settlements') ?? '')).toEqual([deal.record])
})

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const sendMessage = (data: string) =>
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))

test.each([
  ['there is a network again', () => window.dispatchEvent(new Event('online'))],
  ['the page is visible again', () => show('visible')],
  ['the service worker asks for it', () => sendMessage(WAKE_MESSAGE)],
  ['a runner signs in', () => signInRunner()],
])('what waits is sent when %s', (_when, happen) => {
  happen()
  expect(calls.wake).toHaveBeenCalledTimes(1)
})

test.each([
  ['the page is left', () => show('hidden')],
  ['the service worker sends another message', () => sendMessage('other')],
])('nothing is sent when %s', (_when, happen) => {
  happen()
  expect(calls.wake).not.toHaveBeenCalled()
})

test('the browser is not asked to wake the service worker when a page without unsent work is left', () => {
  const find = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
  entries.set([{ ...entry, state: 'refused' }])
  show('hidden')
  expect(find).not.toHaveBeenCalled()
  entries.set([{ ...entry, state: 'refused' }, entry])
  show('hidden')
  expect(find).toHaveBeenCalledTimes(1)
  entries.set([])
})

test.each(['waiting', 'sending', 'needs-sign-in'] as const)(
  'the browser is asked to wake the service worker when a page is left with work that is %s',
  (state) => {
    const find = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
    entries.set([{ ...entry, state }])
    show('hidden')
    expect(find).toHaveBeenCalledTimes(1)
    entries.set([])
  },
)

test('a browser that has switched off sending in the background is reported, and the page goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const off = new DOMException('Permission denied', 'NotAllowedError')
  const register = () => Promise.reject(off)
  const registration = { sync: { register } } as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  entries.set([entry])
  show('hidden')
  await expect.poll(() => warn.mock.calls.map(([, error]) => error as unknown)).toEqual([off])
  entries.set([])
})

test.each([
  ['service worker', undefined],
  ['way to send in the background', {} as ServiceWorkerRegistration],
])('a browser without a %s is no problem to report', async (_what, registration) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const find = vi.spyOn(navigator.serviceWorker, 'getRegistration')
  find.mockResolvedValue(registration)
  entries.set([entry])
  show('hidden')
  await find.mock.results[0]?.value
  await Promise.resolve()
  entries.set([])
  expect(warn).not.toHaveBeenCalled()
})

const restored = { count: 0, isLate: false, left: [] }
test.each([
  ['has brought entries back starts', { ...restored, count: 1 }, 1],
  ['came too late for a pass starts', { ...restored, isLate: true }, 1],
  ['has brought nothing back does not start', restored, 0],
])('a restore that %s a pass', async (_how, found, times) => {
  const listen = vi.spyOn(storage, 'onRestored').mockReturnValue(() => {})
  wakeAfterRestore()
  const [[name, listener] = []] = listen.mock.calls
  expect(name).toBe('outbox')
  await listener?.(found)
  expect(calls.wake).toHaveBeenCalledTimes(times)
})

test('the service worker learns of each sign-in, and a full phone is reported', async () => {
  signInRunner()
  await expect.poll(async () => (await readSenderSettings())?.session).toEqual(session.get())
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const full = new DOMException('full', 'QuotaExceededError')
  vi.spyOn(storage, 'write').mockRejectedValueOnce(full)
  signInRunner()
  await expect.poll(() => warn.mock.calls.map(([, error]) => error as unknown)).toEqual([full])
})

test('the outbox also starts in a browser without service workers', () => {
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(undefined as never)
  expect(startOutbox).not.toThrow()
  expect(calls.wake).toHaveBeenCalledTimes(1)
})
