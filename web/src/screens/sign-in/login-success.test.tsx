import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInRunner } from '../../../test/runner.ts'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../test/stopped-clock.ts'
import { endSession } from '../../state/session.ts'
import LoginSuccess from './login-success.tsx'

beforeEach(() => {
  stopClock()
  signInRunner('2', 'Lakshmi Devi')
})

test("the screen shows the runner's name and ID, and goes to the deliveries after 3 s [R-2.040, R-2.041, R-2.043]", async () => {
  await showScreen(<LoginSuccess />, '/login-success')
  await expect.poll(words, standing).toContain('Welcome, Lakshmi Devi!')
  expect(words()).toContain('ID: 2')
  await pass(2_999)
  await expect.poll(address).toBe('/login-success')
  await pass(1)
  await expect.poll(address).toBe('/deliveries')
})

test('the link goes to the deliveries at once [R-2.042]', async () => {
  await showScreen(<LoginSuccess />, '/login-success')
  await page.getByRole('link', { name: 'Continue to Deliveries' }).click()
  await expect.poll(address).toBe('/deliveries')
})

test('without a stored phone there is no welcome', async () => {
  endSession()
  await showScreen(<LoginSuccess />, '/login-success')
  await expect.poll(() => address()).toBe('/login')
})
