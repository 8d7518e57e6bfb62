import { expect, test } from 'vitest'
import { json, noNetwork } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { sendDue } from './pass.ts'

test('after the clock was set back, new entries and entries that had no network are sent at once', async () => {
  const server = startFakeOutbox()
  server.answer('PUT /api/customers/7', json({}, 503))
  server.answer('PUT /api/customers/8', noNetwork())
  add('failed', '7')
  add('new', '8')
  await sendDue(deps)
  // The clock goes back by more than the longest wait. It then goes forward by less than it went back.
  fakeOutbox.clock -= 700_000
  server.answer('PUT /api/customers/7', noNetwork())
  await sendDue(deps)
  fakeOutbox.clock += 500_000
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  server.answer('PUT /api/customers/8', json({ id: 8 }))
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})
