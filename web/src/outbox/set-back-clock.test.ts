import { expect, test } from 'vitest'
import { json, noNetwork } from '../../test/portal-stub.ts'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../test/fake-outbox.ts'
import { sendDue } from './pass.ts'

test('after the clock was set back, new entries and entries that met no network are sent at once', async () => {
  const portal = startFakeOutbox()
  portal.answer('PUT /api/customers/7', json({}, 503))
  portal.answer('PUT /api/customers/8', noNetwork())
  add('failed', '7')
  add('new', '8')
  await sendDue(deps)
  // Five minutes and more, and later on less than any wait is.
  fakeOutbox.clock -= 700_000
  portal.answer('PUT /api/customers/7', noNetwork())
  await sendDue(deps)
  fakeOutbox.clock += 500_000
  portal.answer('PUT /api/customers/7', json({ id: 7 }))
  portal.answer('PUT /api/customers/8', json({ id: 8 }))
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})
