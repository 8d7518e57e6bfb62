import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { json, noNetwork, startStandInServer } from '../../../test/stand-in-server.ts'
import { ApiFailure } from '../../api/failure.ts'
import { signIn } from '../../api/sign-in.ts'
import { confirm } from '../../ui/dialog/confirm-store.ts'
import { currentToast, showToast } from '../../ui/message/toast-store.ts'
import { hideWhenIdle } from './hide-when-idle.ts'
import {
  endSession,
  isHidden,
  signInNeeded,
  startSession,
  storePhone,
} from '../../state/session.ts'

const MINUTE = 60_000
const PHONE = '9000000001'
const runner = { id: '1', name: 'Ravi' }
const SESSION = 'POST /api/sign-in/session'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_800_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  endSession()
  startSession(PHONE, runner)
})

function start(minutes: number): void {
  onTestFinished(hideWhenIdle(minutes))
}
const tap = () => window.dispatchEvent(new PointerEvent('pointerdown'))
const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('the app hides after the time without a tap, also when the clock was set back a day before the tap', () => {
  start(5)
  tap()
  vi.setSystemTime(Date.now() - 24 * 60 * MINUTE)
  tap()
  pass(4.9 * MINUTE)
  expect(isHidden()).toBe(false)
  pass(0.2 * MINUTE)
  expect(isHidden()).toBe(true)
})

test('the app hides after the time without a tap, and each tap begins it anew [R-7.053]', async () => {
  start(5)
  pass(4 * MINUTE)
  tap()
  pass(4.9 * MINUTE)
  expect(signInNeeded.get()).toBe(false)
  const answer = confirm({
    message: 'Clear the cart of Lakshmi?',
    confirmLabel: '',
    cancelLabel: '',
  })
  showToast({ message: 'Lakshmi was called' })
  pass(0.5 * MINUTE)
  expect(signInNeeded.get()).toBe(true)
  expect(await answer).toBeUndefined()
  expect(currentToast.get()?.open).not.toBe(true)
})

test('a tap after the time does not keep the app open, nor does a clock that is set back [R-7.053]', () => {
  start(5)
  // The phone has slept: no timer ran.
  vi.setSystemTime(Date.now() + 6 * MINUTE)
  tap()
  expect(signInNeeded.get()).toBe(true)
  vi.setSystemTime(Date.now() - 60 * MINUTE)
  tap()
  expect(isHidden()).toBe(true)
})

test('a start after the time begins hidden [R-7.053]', () => {
  start(5)
  vi.setSystemTime(Date.now() + 6 * MINUTE)
  // As the first screen does, before the app listens to taps.
  expect(isHidden()).toBe(true)
  start(5)
  expect(signInNeeded.get()).toBe(true)
})

test('another tab hides at the same time [R-7.053]', () => {
  start(5)
  localStorage.setItem('hideAt', '0')
  window.dispatchEvent(new StorageEvent('storage', { key: 'hideAt' }))
  expect(signInNeeded.get()).toBe(true)
})

test('a hidden app shows itself after a code that the server has checked, and not without network [R-7.053]', async () => {
  start(5)
  pass(6 * MINUTE)
  storePhone(PHONE)
  const server = startStandInServer()
  server.answer(SESSION, noNetwork())
  await expect(signIn(PHONE, '123456')).rejects.toBeInstanceOf(ApiFailure)
  server.answer(SESSION, json({}, 404))
  await expect(signIn(PHONE, '123456')).rejects.toBeInstanceOf(ApiFailure)
  expect(isHidden()).toBe(true)
  server.answer(SESSION, json({ runner: { id: 1, name: 'Ravi' } }, 201))
  const runner = { id: '1', name: 'Ravi' }
  expect(await signIn(PHONE, '123456')).toEqual(runner)
  startSession(PHONE, runner)
  expect([isHidden(), signInNeeded.get()]).toEqual([false, false])
  pass(4 * MINUTE)
  expect(signInNeeded.get()).toBe(false)
  pass(2 * MINUTE)
  expect(signInNeeded.get()).toBe(true)
})

test('a sign-out of a hidden app does not show the work of whose number is entered then [R-7.053]', () => {
  start(5)
  pass(6 * MINUTE)
  endSession()
  storePhone(PHONE)
  expect(signInNeeded.get()).toBe(true)
})

test('without the setting, and after a sign-out, the app never hides [R-7.053]', () => {
  start(5)
  start(0)
  expect(isHidden()).toBe(false)
  start(5)
  endSession()
  pass(60 * MINUTE)
  tap()
  expect([isHidden(), signInNeeded.get()]).toEqual([false, false])
})

test('a phone whose local storage is full shows the app, also after the time without use [R-7.075]', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  start(5)
  tap()
  pass(10 * MINUTE)
  expect(signInNeeded.get()).toBe(false)
})
