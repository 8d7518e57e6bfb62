import { expect, test, vi } from 'vitest'
import { begun, newShown, newWork } from '../../test/shown-list.ts'
import type { OutboxEntry } from './entry.ts'

test('what changes while the list is read is shown as it is stored then', async () => {
  const stored = [newWork('changed'), newWork('removed'), newWork('other')]
  const shown = newShown(stored)
  const reading = shown.readList()
  await begun()
  const changed = { ...newWork('changed'), state: 'refused' } as const
  const made = newWork('made')
  stored.splice(0, 2, changed, made)
  shown.change([changed])
  shown.remove(['removed'])
  shown.add(made)
  shown.endReading()
  await reading
  const states: [string, string][] = [
    ['changed', 'refused'],
    ['made', 'waiting'],
    ['other', 'waiting'],
  ]
  await expect.poll(() => new Map(shown.states())).toEqual(new Map(states))
})

test('new work is shown at once, and then as it is stored', async () => {
  const stored: OutboxEntry[] = []
  const shown = newShown(stored)
  expect(await shown.readWhole()).toEqual([])
  const made = newWork('made')
  stored.push({ ...made, createdAt: 5, state: 'sending' })
  shown.add(made)
  expect(shown.states()).toEqual([['made', 'waiting']])
  await expect.poll(shown.states).toEqual([['made', 'sending']])
})

test('an entry that is shown keeps its place and its state when it is added again', async () => {
  const stored = [{ ...newWork('a'), state: 'sending' as const }, newWork('b')]
  const shown = newShown(stored)
  await shown.readWhole()
  shown.add(newWork('a'))
  expect(shown.states()).toEqual([
    ['a', 'sending'],
    ['b', 'waiting'],
  ])
})

test('an entry that another tab has removed is not shown any longer, and its change is', async () => {
  const stored = [newWork('removed'), newWork('changed')]
  const shown = newShown(stored)
  await shown.readWhole()
  stored.splice(0, 2, { ...newWork('changed'), state: 'refused' })
  await shown.readAgain('removed')
  expect(shown.states()).toEqual([['changed', 'waiting']])
  await shown.readAgain('changed')
  expect(shown.states()).toEqual([['changed', 'refused']])
})

test('an entry that is not in the list is not shown because it has changed', async () => {
  const shown = newShown([])
  await shown.readWhole()
  shown.change([newWork('other')])
  expect(shown.ids()).toEqual([])
})

test('the next runner does not see the work of another, and nobody sees work while nobody is signed in', async () => {
  const stored = [newWork('a')]
  const shown = newShown(stored)
  await shown.readWhole()
  shown.add({ ...newWork('b'), owner: '9000000002' })
  expect(shown.ids()).toEqual(['a'])
  shown.signIn('9000000002')
  shown.add(newWork('c'))
  shown.add({ ...newWork('d'), owner: '9000000002' })
  expect(shown.ids()).toEqual(['a'])
  shown.signIn(undefined)
  expect(await shown.readList()).toEqual([])
  expect(shown.ids()).toEqual([])
})

test('entries that cannot be read are reported, and are shown once they can', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const stored = [newWork('a')]
  const shown = newShown(stored)
  await shown.readWhole()
  const lost = new DOMException('The connection was lost', 'InvalidStateError')
  shown.failNext(lost)
  shown.add(newWork('b'))
  await expect.poll(() => warn.mock.calls.map(([, error]) => error as unknown)).toEqual([lost])
  stored.push({ ...newWork('b'), state: 'refused' })
  await shown.readAgain('b')
  expect(shown.states()).toContainEqual(['b', 'refused'])
})

test('a change is shown as it was stored, and the entry keeps its place, also when it is read again', async () => {
  const stored = [newWork('a'), newWork('b')]
  const shown = newShown(stored)
  await shown.readWhole()
  shown.change([{ ...newWork('a'), state: 'refused' }])
  expect(shown.states()).toEqual([
    ['a', 'refused'],
    ['b', 'waiting'],
  ])
  await shown.readAgain('a')
  expect(shown.states()).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ])
})
