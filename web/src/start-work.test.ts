import { expect, test, vi } from 'vitest'
import { startStandInServer } from '../test/stand-in-server.ts'
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
