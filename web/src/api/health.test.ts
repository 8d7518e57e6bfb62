import { expect, test, vi } from 'vitest'
import { noNetwork, startStandInServer } from '../../test/stand-in-server.ts'
import { ApiFailure } from './failure.ts'
import { reportAdminHealth } from './health.ts'

const closing = new DOMException('The page is closing', 'InvalidStateError')

test.each([
  ['has no network', noNetwork(), new ApiFailure('network')],
  ['fails in the browser', closing, closing],
])('a call for the health of the server that %s is only logged', async (_, answer, logged) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  startStandInServer().answer('GET /api/admin-health', answer)
  await reportAdminHealth()
  expect(warn.mock.calls).toEqual([['Admin health could not be read', logged]])
})
