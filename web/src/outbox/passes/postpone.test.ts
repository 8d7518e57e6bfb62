import { expect, test, vi } from 'vitest'
import { json, noNetwork } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, singleOrder, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { LEASE_MS } from './lease.ts'
import { sendDue } from './pass.ts'
import { postpone } from './postpone.ts'

/** Changes stored entries, as another tab does. */
function changeStored(changes: Readonly<Record<string, Partial<OutboxEntry>>>): void {
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, ...changes[entry.id] }))
}
const states = () => fakeOutbox.entries.map(({ state }) => state)

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
  expect(states()).toEqual(['needs-sign-in', 'needs-sign-in'])
})

test('without network an entry that needs the sign-in still needs it', async () => {
  const server = startFakeOutbox()
  server.answer('PUT /api/customers/7', noNetwork())
  add('a', '7')
  add('b', '8')
  changeStored({ b: { state: 'needs-sign-in' } })
  expect((await sendDue(deps)).stoppedBy).toBe('network')
  expect(states()).toEqual(['waiting', 'needs-sign-in'])
})

test('an entry that another tab takes, or has a refusal for, during the pass is not postponed', async () => {
  const server = startFakeOutbox()
  const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
  server.answer('PUT /api/customers/0', () => {
    changeStored({ taken: { state: 'sending', lease }, refused: { state: 'refused' } })
    return json({}, 401)
  })
  for (const [at, id] of ['failed', 'taken', 'refused', 'other'].entries()) add(id, `${at}`)
  await sendDue(deps)
  expect(states()).toEqual(['needs-sign-in', 'sending', 'refused', 'needs-sign-in'])
  expect(fakeOutbox.entries[1]?.lease).toEqual(lease)
})

test('an entry whose state stays as it is is not written', async () => {
  const server = startFakeOutbox()
  server.answer('PUT /api/customers/0', json({}, 401))
  for (const [at, id] of ['failed', 'unchanged', 'other'].entries()) add(id, `${at}`)
  changeStored({ unchanged: { state: 'needs-sign-in' } })
  const before = fakeOutbox.entries
  await sendDue(deps)
  const written = fakeOutbox.entries.filter((entry) => !before.includes(entry))
  expect(written.map(({ id }) => id)).toEqual(['failed', 'other'])
})

test('a single order that another tab has taken or sent meanwhile is not held', async () => {
  startFakeOutbox()
  const order = newEntry({
    id: 'order',
    owner: '9000000001',
    customerId: '7',
    createdAt: 1,
    work: singleOrder,
  })
  const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
  const onOutcome = vi.fn<typeof deps.onOutcome>()
  for (const entries of [[{ ...order, state: 'sending', lease } as const], []]) {
    fakeOutbox.entries = entries
    const stopped = { stoppedBy: 'network', postponed: new Map() } as const
    await postpone(order, stopped, { ...deps, isOnly: false, onOutcome })
    expect(fakeOutbox.entries).toEqual(entries)
  }
  expect(onOutcome).not.toHaveBeenCalled()
})
