import type { LostItem, LostWork } from '@veni/domain/api/reconciliation'
import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone } from '../../../test/reconciling-phone.ts'
import type { Client } from '../../api/client.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { nameOf, sealedStorage } from '../../storage/sealed/sealed-rows.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { newEntry } from '../entry.ts'
import { storeEntry } from '../stores/entry-store.ts'
import { reconcile } from './reconcile.ts'
import { describeUnsent } from './unsent.ts'

const AT = '2026-11-21T09:00:00.000Z'

let { owner, deps, receive } = {} as Awaited<ReturnType<typeof createReconcilingPhone>>
beforeEach(async () => {
  vi.restoreAllMocks()
  ;({ owner, deps, receive } = await createReconcilingPhone())
})

const newItem = (id: string = randomId()): LostItem => ({
  id,
  kind: 'deal',
  customer_id: '7',
  photos: 1,
  at: AT,
})

const newLoss = (...items: LostItem[]): LostWork => ({
  is_this_phone: true,
  reported_at: AT,
  items,
})

/** What the phone stores when the server answers these losses. */
async function storedAfter(...lost: LostWork[]): Promise<readonly LostWork[] | undefined> {
  const { callApi } = deps
  const answer = async (...call: Parameters<Client['callApi']>) => ({
    ...((await callApi(...call)) as object),
    lost,
  })
  await reconcile(owner, { ...deps, callApi: answer as Client['callApi'] })
  const publicKey = await deps.sealing.findPublicKey(owner)
  return (await sentStorage.phones.get(`${publicKey}|`))?.lost
}

const change = (id: string) =>
  newEntry({
    id,
    owner,
    customerId: '7',
    createdAt: Date.parse(AT),
    work: { kind: 'customer-update', body: { status: 'rejected' } },
  })

test('work that is still sealed on the phone is not lost', async () => {
  const { id } = newItem()
  const row = {
    publicKey: (await deps.sealing.findPublicKey(owner)) ?? '',
    collection: 'outbox',
    key: id,
    ephemeral: '',
    iv: '',
    bytes: new ArrayBuffer(1),
    isUnsent: true,
  }
  await sealedStorage.rows.put(nameOf(row), row)
  const gone = newItem()
  expect(await storedAfter(newLoss(newItem(id), gone), newLoss(newItem(id)))).toEqual([
    newLoss(gone),
  ])
})

test('the phone stores what the server calls lost, without what it has itself, waiting or sent', async () => {
  const { id: sent } = await receive()
  const waiting = randomId()
  await storeEntry(change(waiting))
  const gone = newItem()
  const loss = newLoss(newItem(sent), gone, newItem(waiting))
  expect(await storedAfter(loss, newLoss(newItem(waiting)))).toEqual([newLoss(gone)])
  expect(await storedAfter()).toEqual([])
})

test('work that a full phone has in its second copy only is not lost', async () => {
  const [copied, gone] = [newItem(), newItem()]
  const left = [{ collection: 'outbox', key: copied.id, owner }]
  vi.spyOn(storage, 'whenRestored').mockResolvedValue({ count: 0, isLate: false, left })
  expect(await storedAfter(newLoss(copied, gone), newLoss(copied))).toEqual([newLoss(gone)])
})

test('that nothing was waiting counts only until the phone has a deal', async () => {
  expect(await storedAfter(newLoss())).toEqual([newLoss()])
  await receive()
  expect(await storedAfter(newLoss())).toEqual([])
})

test('a report names the oldest hundred items, and no order that the runner has not seen as made', () => {
  const order = {
    ...change(randomId()),
    work: {
      kind: 'single-order' as const,
      order: {} as never,
      delivered: { status: 'delivered' as const },
      customer: { status: 'delivered' as const },
    },
  }
  const entries = Array.from({ length: 101 }, () => change(randomId()))
  const unsent = describeUnsent([order, ...entries])
  expect(unsent).toMatchObject({ deals: 0, photos: 0, others: 101, since: AT })
  expect(unsent.items.map(({ id }) => id)).toEqual(entries.slice(0, 100).map(({ id }) => id))
})
