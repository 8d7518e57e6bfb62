import { afterEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { rejectedWork, settlement, singleOrder } from '../../test/fake-outbox.ts'
import { entries } from './entries.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { useHasRefusedWork, usePendingChanges, useRefusedWork } from './use-outbox.ts'

afterEach(() => entries.set([]))

const newWork = (id: string, customerId: string, changes: Partial<OutboxEntry>): OutboxEntry => ({
  ...newEntry({ id, owner: '9', customerId, createdAt: 1, work: rejectedWork }),
  ...changes,
})

const hold: OutboxEntry['work'] = {
  kind: 'customer-update',
  body: { status: 'hold', comments: 'Away', next_followup: '2099-12-01' },
}

test('a customer is shown with the changes of its unsent work, and the newest change of each field is the one shown', async () => {
  entries.set([
    newWork('a', '7', { work: hold }),
    newWork('b', '8', {}),
    newWork('c', '7', { work: singleOrder }),
    newWork('d', '9', { state: 'refused' }),
    newWork('e', '10', { state: 'held' }),
    newWork('f', '11', { work: { kind: 'settlement-delivered', invoiceId: 'INV-1' } }),
  ])
  const { result } = await renderHook(() => usePendingChanges())
  expect(Object.fromEntries(result.current)).toEqual({
    7: { status: 'delivered', comments: 'Away', nextFollowup: '2099-12-01' },
    8: { status: 'rejected' },
    11: { status: 'delivered' },
  })
})

test('a settlement changes no customer, and the other changes stay', async () => {
  entries.set([
    newWork('a', '7', {}),
    newWork('b', '7', { work: settlement('INV-7') }),
    newWork('c', '8', { work: settlement('INV-8') }),
  ])
  const { result } = await renderHook(() => usePendingChanges())
  expect([...result.current]).toEqual([['7', { status: 'rejected' }]])
})

test('the refused work of one customer is found, and that of all customers', async () => {
  const [own, other] = [
    newWork('a', '7', { state: 'refused' }),
    newWork('b', '8', { state: 'refused' }),
  ]
  entries.set([own, other, newWork('c', '7', {})])
  const { result, rerender } = await renderHook((customerId?: string) => useRefusedWork(customerId))
  expect(result.current).toEqual([own, other])
  await rerender('7')
  expect(result.current).toEqual([own])
  await rerender('9')
  expect(result.current).toEqual([])
})

test('a customer has refused work when one of its entries is refused', async () => {
  entries.set([newWork('a', '7', {}), newWork('b', '7', { state: 'refused' })])
  const shown = await renderHook(() => ['7', '8'].map(useHasRefusedWork))
  expect(shown.result.current).toEqual([true, false])
})

test('each hook shows what has changed in the outbox', async () => {
  const refused = newWork('a', '7', { state: 'refused' })
  const { result, act } = await renderHook(() => [
    usePendingChanges().size,
    useRefusedWork().length,
    useHasRefusedWork('7'),
  ])
  expect(result.current).toEqual([0, 0, false])
  await act(() => entries.set([refused, newWork('b', '8', {})]))
  expect(result.current).toEqual([1, 1, true])
})
