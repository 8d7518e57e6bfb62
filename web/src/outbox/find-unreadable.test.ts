import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../test/deals.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { signInAtPlainPortal, signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { endSession, owner, startSession } from '../state/session.ts'
import { countWork, followOutboxCounts, outboxCounts } from './counts.ts'
import { entries } from './entries.ts'
import { newEntry } from './entry.ts'
import { listUnreadable } from './find-unreadable.ts'
import { listDeals } from './stores/deal-store.ts'
import { listEntries } from './stores/entry-store.ts'
import { unreadableRows } from './unreadable-rows.ts'

type Row = Record<string, unknown>
type Store = 'outbox' | 'deals'
/** Work as it was stored, by store: a deal with the entry that sends it, a received deal, or a status. */
type Item = Partial<Record<Store, unknown>>

beforeEach(clear)

async function clear() {
  const database = await phoneDatabase()
  for (const name of ['outbox', 'deals', 'visits']) await database.clear(name)
}

/** The same numbers for the same seed, from 0 to below 1. */
function newRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const pick = <T>(list: readonly T[], random: () => number) =>
  list[Math.floor(random() * list.length)]!

function newItem(owner: string, random: () => number): Item {
  const visitId = randomId()
  const head = { id: visitId, owner, customerId: '7', createdAt: 1 }
  const kind = pick(['settlement', 'cash-payment', 'received', 'status'] as const, random)
  if (kind === 'status')
    return {
      outbox: newEntry({ ...head, work: { kind: 'customer-update', body: { status: 'hold' } } }),
    }
  const deal = kind === 'cash-payment' ? newCashDeal() : newSettlementDeal()
  const stored = { ...deal, owner, visitId }
  if (kind === 'received') return { deals: { ...stored, receivedAt: 5 } }
  const { record } = newSettlementDeal({ visit_id: visitId })
  const state = pick(['waiting', 'refused', 'needs-sign-in'] as const, random)
  const work: Work = { kind: 'settlement', settlement: record, photos: [] }
  return { deals: stored, outbox: { ...newEntry({ ...head, visitId, work }), state } }
}

/** A field of any depth is lost or gets another value, or the whole row is something else. */
function damage(row: unknown, random: () => number): unknown {
  const kind = random()
  if (kind < 0.15) return pick([null, 'damaged', 7, [], {}], random)
  if (kind < 0.3) return { ...(row as Row), version: 99, kind: 'of a newer release' }
  return damageField(row as Row, random)
}

function damageField(row: Row, random: () => number): Row {
  const name = pick(Object.keys(row), random)
  const value = row[name]
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random() < 0.7)
    return { ...row, [name]: damageField(value as Row, random) }
  const { [name]: _, ...rest } = row
  return random() < 0.4 ? rest : { ...rest, [name]: pick([null, -1, {}, [[]], Number.NaN], random) }
}

const ownerIn = (row: unknown) => {
  const { owner } = Object(row) as { owner?: unknown }
  return typeof owner === 'string' ? owner : undefined
}

const dealsOf = async (own: string) => {
  const deals = await listDeals(own)
  const isReceived = ({ receivedAt }: (typeof deals)[number]) => receivedAt !== undefined
  return {
    received: deals.filter(isReceived).length,
    unreceived: deals.filter((deal) => !isReceived(deal)),
  }
}

test('every item is in one of the counters, whatever is damaged', async () => {
  const database = await phoneDatabase()
  let damagedRows = 0
  for (let seed = 1; seed <= 150; seed += 1) {
    await clear()
    const random = newRandom(seed)
    const own = signInRunner()
    let expected = 0
    for (let nth = 0; nth < 12; nth += 1) {
      const item = newItem(random() < 0.75 ? own : '9000000002', random)
      const key = String((item.outbox as Row | undefined)?.['id'] ?? (item.deals as Row)['visitId'])
      const rows = Object.entries(item).map(([store, row]) => {
        if (random() < 0.5) return [store, row] as const
        damagedRows += 1
        return [store, damage(row, random)] as const
      })
      for (const [store, row] of rows) await database.put(store, row, key)
      const owners = rows.map(([, row]) => ownerIn(row)).filter((one) => one !== undefined)
      // Nothing tells whose it is: every runner sees that it is there.
      if (owners.length === 0 || owners.includes(own)) expected += 1
    }
    const unreadable = await listUnreadable()
    const counts = countWork(await listEntries(own), await dealsOf(own), unreadable)
    const { onPhone, received, attention } = counts
    expect({ seed, all: onPhone + received + attention }).toEqual({ seed, all: expected })
    expect(attention > 0 && counts.isIdle).toBe(false)
  }
  expect(damagedRows).toBeGreaterThan(1_000)
})

test('work that no release can read, or only a newer one, needs attention', async () => {
  const own = signInRunner()
  const database = await phoneDatabase()
  const [unsent, sent] = [randomId(), randomId()]
  const entry = { id: unsent, owner: own, version: 9 }
  await database.put('outbox', entry, unsent)
  // Its deal is whole, and must not count as on its way beside it.
  await database.put('deals', { ...newSettlementDeal(), owner: own, visitId: unsent }, unsent)
  // A newer release received these deals before the phone went back to this one.
  await database.put('deals', { owner: own, version: 9, receivedAt: 5 }, sent)
  // The entry of a received deal was left because the phone died.
  await database.put('outbox', { owner: own }, sent)
  await database.put('visits', 'damaged', `${own}|visit_7`)
  await database.put('visits', 'damaged', '9000000002|visit_7')
  expect(await listUnreadable()).toEqual([
    { collection: 'outbox', key: unsent, row: entry, owner: own, countsAs: 'attention' },
    expect.objectContaining({ collection: 'deals', key: sent, countsAs: 'received' }),
    expect.objectContaining({ collection: 'visits', key: `${own}|visit_7` }),
  ])
  const counts = countWork(await listEntries(own), await dealsOf(own), await listUnreadable())
  expect(counts).toEqual({ onPhone: 0, received: 1, attention: 2, isIdle: false })
})

test('a damaged deal counts with its entry, and by itself once the entry is sent', async () => {
  const own = signInRunner()
  const visitId = randomId()
  const database = await phoneDatabase()
  const { record } = newSettlementDeal({ visit_id: visitId })
  const work: Work = { kind: 'settlement', settlement: record, photos: [] }
  const head = { id: visitId, owner: own, customerId: '7', visitId, createdAt: 1 }
  const entry = newEntry({ ...head, work })
  await database.put('outbox', entry, visitId)
  await database.put('deals', { owner: own }, visitId)
  entries.set([entry])
  followOutboxCounts()
  await expect.poll(outboxCounts.get).toMatchObject({ onPhone: 1, attention: 0 })
  await expect.poll(unreadableRows.get).toMatchObject([{ countsAs: 'entry' }])
  await database.delete('outbox', visitId)
  entries.set([])
  await expect.poll(outboxCounts.get).toMatchObject({ onPhone: 0, attention: 1 })
})

test('at a plain portal a payment without an entry needs attention, and a settlement stays', async () => {
  const own = signInAtPlainPortal()
  const database = await phoneDatabase()
  const [lost, waiting] = [randomId(), randomId()]
  const put = (deal: object, visitId: string = randomId()) =>
    database.put('deals', { ...deal, owner: own, visitId }, visitId)
  await put(newCashDeal(), lost)
  await put(newCashDeal(), waiting)
  await put({ ...newCashDeal(), receivedAt: 5 })
  await put({ ...newCashDeal(), isDemo: true })
  await put(newSettlementDeal())
  const work: Work = { kind: 'settlement', settlement: newSettlementDeal().record, photos: [] }
  const head = { id: waiting, owner: own, customerId: '7', visitId: waiting, createdAt: 1 }
  await database.put('outbox', newEntry({ ...head, work }), waiting)
  const found = await listUnreadable()
  expect(found).toMatchObject([{ collection: 'deals', key: lost, countsAs: 'attention' }])
  const counts = countWork(await listEntries(own), await dealsOf(own), found)
  expect(counts).toEqual({ onPhone: 2, received: 1, attention: 1, isIdle: false })
})

test('at our server a payment without an entry is no row for the runner: its entry is made again', async () => {
  const visitId = randomId()
  const deal = { ...newCashDeal(), owner: signInRunner(), visitId }
  await (await phoneDatabase()).put('deals', deal, visitId)
  expect(await listUnreadable()).toEqual([])
})

test('work of another runner is not shown; of work of nobody, only that it is there', async () => {
  signInRunner()
  const database = await phoneDatabase()
  const [ofAnother, namedByDeal, ofNobody, readable] = [
    randomId(),
    randomId(),
    randomId(),
    randomId(),
  ]
  await database.put('outbox', { owner: '9000000002' }, ofAnother)
  await database.put('outbox', {}, namedByDeal)
  await database.put('deals', { owner: '9000000002' }, namedByDeal)
  await database.put('outbox', { owner: 7, work: 'of a stranger' }, ofNobody)
  // Every field is as it should be, but nobody can sign in as its owner.
  const work = { kind: 'customer-update', body: { status: 'hold' } } as const
  const head = { id: readable, owner: '90000x', customerId: '7', createdAt: 1 }
  await database.put('outbox', newEntry({ ...head, work }), readable)
  const found = await listUnreadable()
  expect(found.map(({ key }) => key).toSorted()).toEqual([ofNobody, readable].toSorted())
  expect(found.map(({ owner }) => owner)).toEqual([undefined, undefined])
})

test('a damaged demo deal needs no attention, and a row whose owner is no phone number is that of nobody', async () => {
  const own = signInRunner()
  const database = await phoneDatabase()
  const odd = randomId()
  await database.put('deals', { owner: own, isDemo: true }, randomId())
  await database.put('outbox', { owner: `x${own}` }, odd)
  expect(await listUnreadable()).toMatchObject([{ key: odd, owner: undefined }])
})

test.each(['9848012345', 'ravi', '౯౮౪౮౦౧౨౩౪౫'])(
  'whole work needs no attention, whatever its runner has typed as the phone: %s',
  async (phone) => {
    startSession(phone, undefined)
    const database = await phoneDatabase()
    const [visitId, damaged] = [randomId(), randomId()]
    await database.put('deals', { ...newSettlementDeal(), owner: owner(), visitId }, visitId)
    await database.put('outbox', { owner: owner() }, damaged)
    expect(await listUnreadable()).toMatchObject([{ key: damaged, owner: owner() }])
    signInRunner()
    expect(await listUnreadable()).toEqual([])
  },
)

test('a visit whose key names no runner needs no attention, because no visit is sent, unless it is damaged', async () => {
  signInRunner()
  const database = await phoneDatabase()
  await database.put('visits', { version: 1, value: {} }, '|visit_7')
  expect(await listUnreadable()).toEqual([])
  await database.put('visits', 'damaged', '|visit_7')
  expect(await listUnreadable()).toMatchObject([{ key: '|visit_7', owner: undefined }])
})

test('while nobody is signed in no row is shown', async () => {
  signInRunner()
  await (await phoneDatabase()).put('outbox', {}, randomId())
  endSession()
  expect(await listUnreadable()).toEqual([])
})
