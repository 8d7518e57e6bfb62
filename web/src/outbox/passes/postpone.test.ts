import { expect, test } from 'vitest'
import { json } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { sendDue } from './pass.ts'

test('a pass ends only when what it has postponed is on the disk', async () => {
  const server = startFakeOutbox()
  server.answer('PUT /api/customers/7', json({}, 401))
  add('a', '7')
  add('b', '8')
  await sendDue({
    ...deps,
    // A disk needs a while. Another sender may have the lock of the pass as soon as it has ended.
    changeEntries: async (...change) => {
      await new Promise((resolve) => setTimeout(resolve))
      return deps.changeEntries(...change)
    },
  })
  const states = ['needs-sign-in', 'needs-sign-in']
  expect(fakeOutbox.entries.map(({ state }) => state)).toEqual(states)
})
