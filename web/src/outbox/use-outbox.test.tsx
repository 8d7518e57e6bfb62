import { afterEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { rejectedWork, singleOrder } from '../../test/fake-outbox.ts'
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
const settlementOf = (customerId: string) =>
  newWork(`${customerId}.deal`, customerId, {
    work: { kind: 'settlement-delivered', invoiceId: '1' },
  })

test('unsent work shows its customers as they will be, and the last change of each field counts', async () => {
  entries.set([
    newWork('a', '7', { work: hold }),
    newWork('b', '8', {}),
    newWork('c', '7', { work: singleOrder }),
    newWork('d', '9', { state: 'refused' }),
    newWork('e', '10', { state: 'held' }),
    settlementOf('11'),
  ])
  const { result } = await renderHook(() => usePendingChanges())
  expect(Object.fromEntries(result.current)).toEqual({
    7: { status: 'delivered', comments: 'Away', nextFollowup: '2099-12-01' },
    8: { status: 'rejected' },
    11: { status: 'delivered' },
  })
})

test('work that changes no customer leaves the changes of the others', async () => {
  entries.set([
    newWork('a', '7', {}),
    newWork('b', '7', { work: { kind: 'settlement', settlement: {} as never, photos: [] } }),
    newWork('c', '8', { work: { kind: 'settlement', settlement: {} as never, photos: [] } }),
  ])
  const { result } = await renderHook(() => usePendingChanges())
  expect([...result.current]).toEqual([['7', { status: 'rejected' }]])
})

test('refused work is that of one customer, or of all', async () => {
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

test('what changes in the outbox is shown', async () => {
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
