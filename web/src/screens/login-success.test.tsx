import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signInRunner } from '../../test/runner.ts'
import { address, showScreen } from '../../test/show-screen.tsx'
import { endSession } from '../state/session.ts'
import LoginSuccess from './login-success.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signInRunner('2', 'Lakshmi Devi')
})
afterEach(() => {
  vi.useRealTimers()
})

test('the runner is welcomed by name and ID, and taken to the deliveries after 3 s [R-2.040, R-2.041, R-2.043]', async () => {
  await showScreen(<LoginSuccess />, '/login-success')
  await expect.element(page.getByText('Welcome, Lakshmi Devi!')).toBeVisible()
  await expect.element(page.getByText('ID: 2')).toBeVisible()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(address()).toBe('/login-success')
  await vi.advanceTimersByTimeAsync(100)
  expect(address()).toBe('/deliveries')
})

test('the link goes there at once [R-2.042]', async () => {
  await showScreen(<LoginSuccess />, '/login-success')
  await page.getByRole('link', { name: 'Continue to Deliveries' }).click()
  expect(address()).toBe('/deliveries')
})

test('nobody is welcomed without a phone', async () => {
  endSession()
  await showScreen(<LoginSuccess />, '/login-success')
  await expect.poll(() => address()).toBe('/login')
})
