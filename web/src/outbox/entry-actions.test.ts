import { expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { rejectedWork, singleOrder } from '../../test/fake-outbox.ts'
import { createEntryActions } from './entry-actions.ts'
import { newEntry, type OutboxEntry } from './entry.ts'

const NOW = 1_763_690_404_000

const rejection = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: NOW, work: rejectedWork }),
  ...changes,
})

/** @param latest of the work that was sent before */
function newActions(stored: OutboxEntry, latest?: number) {
  const rows: OutboxEntry[] = []
  const storeDealOnce = vi.fn<(deal: unknown, entry: unknown) => Promise<boolean>>()
  const deleteEntry = vi.fn<(id: string) => Promise<void>>().mockResolvedValue()
  const remove = vi.fn<(ids: readonly string[]) => void>()
  const add = vi.fn<(entry: OutboxEntry) => void>()
  const publish = vi.fn<(outcome: unknown) => void>()
  const requestPass = vi.fn<(isUrgent?: boolean) => void>()
  const unused = () => Promise.reject(new Error('not used'))
  const actions = createEntryActions({
    clock: { now: () => NOW, after: () => () => undefined },
    session: {
      refresh: unused,
      owner: () => '9',
      current: unused,
      onSignedOut: () => {},
    },
    publish,
    requestPass,
    shown: { add, remove },
    storage: {
      listHeads: unused,
      whenListsComplete: unused,
      readEntry: unused,
      findUnsentSettlements: unused,
      readHeads: unused,
      changeEntries: unused,
      deleteEntry,
      storeDealOnce: storeDealOnce.mockResolvedValue(true) as never,
      storeReceived: unused,
      storeEntry: (entry) => Promise.resolve(void rows.push(entry)),
      changeEntry(_id, change) {
        const changed = change(stored)
        if (changed) rows.push(changed)
        return Promise.resolve(changed)
      },
    },
    reconciliation: {
      storeSent: unused,
      readEpoch: unused,
      storeFirstEpoch: unused,
      reconcile: unused,
      readLatest: () => Promise.resolve(latest),
    },
  })
  return { actions, rows, storeDealOnce, deleteEntry, add, remove, publish, requestPass }
}

test('a refused entry that the runner sends again has no refusal any more', async () => {
  const refused = rejection({ state: 'refused', refusal: { status: 409, code: 'conflict' } })
  const { actions, rows } = newActions(refused)
  await actions.resume('a')
  expect(rows).toEqual([rejection()])
})

test('an entry that is on its way stays as it is when the runner sends it again', async () => {
  const { actions, rows } = newActions(rejection({ state: 'sending' }))
  await actions.resume('a')
  expect(rows).toEqual([])
})

test.each([
  ['earlier', NOW - 1, NOW],
  ['at the same moment', NOW, NOW + 1],
  ['later, by a clock that was set back since', NOW + 60_000, NOW + 60_001],
  ['never', undefined, NOW],
])('new work comes after work that was sent %s', async (_, latest, createdAt) => {
  const { actions, rows } = newActions(rejection(), latest)
  await actions.enqueue(rejection())
  expect(rows).toEqual([rejection({ createdAt })])
})

const before = { status: 'assigned', comments: '', next_followup: null } as const
const office = { status: 'hold', comments: 'Later', next_followup: null } as const
const seen = { ...before, at: '2026-11-20T04:00:00.000Z' }
const update = { kind: 'customer-update', body: { status: 'rejected' } } as const

test.each([
  ['knows what the office has', seen, office, { ...office, at: new Date(NOW).toISOString() }],
  ['has seen no other value', seen, undefined, seen],
  ['has not stored what the runner saw', undefined, office, undefined],
])('a status that is sent again %s', async (_how, saw, has, sent) => {
  const refused = rejection({
    state: 'refused',
    work: { ...update, ...(saw && { seen: saw }) },
    refusal: { status: 409, ...(has && { office: has }) },
  })
  const { actions, rows } = newActions(refused)
  await actions.resume('a')
  expect(rows).toEqual([rejection({ work: { ...update, ...(sent && { seen: sent }) } })])
})

test('an entry that waits for the press of the runner is sent with it', async () => {
  const { actions, rows } = newActions(rejection({ state: 'held' }))
  await actions.resume('a')
  expect(rows).toEqual([rejection()])
})

test('a deal is stored with its entry after the work that was sent, or without one', async () => {
  const deal = newSettlementDeal()
  const { actions, storeDealOnce } = newActions(rejection(), NOW)
  expect(await actions.enqueueDeal(deal, rejection())).toBe(true)
  await actions.enqueueDeal(deal, undefined)
  expect(storeDealOnce.mock.calls).toEqual([
    [deal, rejection({ createdAt: NOW + 1 }), expect.any(Function)],
    [deal, undefined, expect.any(Function)],
  ])
})

test('an entry that the runner withdraws is neither stored nor shown any longer', async () => {
  const { actions, deleteEntry, remove } = newActions(rejection())
  await actions.withdraw('a')
  expect(deleteEntry.mock.calls).toEqual([['a']])
  expect(remove.mock.calls).toEqual([[['a']]])
})

const refusedEntry = rejection({ state: 'refused' })

type Actions = ReturnType<typeof newActions>['actions']
const storeWithDeal = (actions: Actions) => actions.enqueueDeal(newSettlementDeal(), rejection())

test.each([
  ['is stored', (actions: Actions) => actions.enqueue(rejection()), rejection()],
  ['is stored with its deal', storeWithDeal, rejection()],
  ['is sent again', (actions: Actions) => actions.resume('a'), rejection()],
])('work that %s is shown, published to the other tabs and sent', async (_how, act, shown) => {
  const { actions, add, publish, requestPass } = newActions(refusedEntry)
  await act(actions)
  expect(add.mock.calls).toEqual([[shown]])
  expect(publish.mock.calls).toEqual([[undefined]])
  expect(requestPass.mock.calls).toEqual([[false]])
})

test('a single order is sent at once, because the runner waits for its id', async () => {
  const { actions, requestPass } = newActions(refusedEntry)
  await actions.enqueue(rejection({ work: singleOrder }))
  await actions.enqueue(rejection({ work: singleOrder, orderId: '501' }))
  expect(requestPass.mock.calls).toEqual([[true], [false]])
})

test('a deal that nothing sends, and an entry that another tab sends again, are not shown as waiting', async () => {
  const { actions, add, publish, requestPass } = newActions(rejection())
  await actions.enqueueDeal(newSettlementDeal(), undefined)
  await actions.resume('a')
  expect(add).not.toHaveBeenCalled()
  expect(publish.mock.calls).toEqual([[undefined], [undefined]])
  expect(requestPass.mock.calls).toEqual([[undefined], [undefined]])
})

test('the other tabs learn that an entry was withdrawn', async () => {
  const { actions, publish } = newActions(refusedEntry)
  await actions.withdraw('a')
  expect(publish.mock.calls).toEqual([[undefined]])
})
