import { expect, onTestFinished, test, vi } from 'vitest'
import { signInRunner } from '../test/runner.ts'
import { startStandInServer } from '../test/stand-in-server.ts'
import { adoptSettings } from './app-config.ts'
import { startWork } from './start-work.ts'
import { queueSignOut } from './state/session.ts'

test('a queued sign-out that fails in the browser is reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const failure = new DOMException('The page is closing', 'InvalidStateError')
  startStandInServer().answer('DELETE /api/sign-in/session', failure)
  queueSignOut('')
  await startWork(Promise.resolve())
  expect(warn).toHaveBeenCalledWith('Sign-out not finished', failure)
})

test('a phone whose local storage is full starts its work all the same [R-7.075]', async () => {
  const server = startStandInServer()
  signInRunner()
  queueSignOut('')
  adoptSettings({ hideAfterMinutes: 5 })
  onTestFinished(() => adoptSettings({}))
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await startWork(Promise.resolve())
  expect(server.calls('DELETE /api/sign-in/session')).toHaveLength(1)
})
