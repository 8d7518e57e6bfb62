import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { sealedStorage } from '../../storage/sealed/sealed-rows.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { readDeal, storeDeal } from '../stores/deal-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, sent } = {} as Phone
beforeEach(async () => {
  vi.restoreAllMocks()
  ;({ owner, server, deps, sent } = await createReconcilingPhone())
})

async function leaveDeal() {
  const deal = { ...newSettlementDeal(), visitId: randomId(), owner }
  await storeDeal(deal)
  return deal
}

const NOTHING_RESTORED = { count: 0, left: [], isLate: false }

test('a deal that was sent as a whole is not received when our server lacks it and it cannot come back now', async () => {
  const deal = await leaveDeal()
  await sent.storeSent([{ ...(await rebuildEntry(deal)), hash: hashOf(deal.visitId) }], 1)
  const { callApi } = deps
  const withoutKey = async (...call: Parameters<typeof callApi>) => ({
    ...((await callApi(...call)) as object),
    private_key: undefined,
  })
  const hasMore = await reconcile(owner, { ...deps, callApi: withoutKey as typeof callApi })
  expect(hasMore).toBe(false)
  expect((await readDeal(deal.visitId))?.receivedAt).toBeUndefined()
})

test.each([
  ['of entries', () => vi.spyOn(storage, 'whenRestored')],
  ['of sealed rows', () => vi.spyOn(sealedStorage, 'whenRestored')],
])('no entry is made before the second copies %s are restored', async (_, spy) => {
  const { visitId } = await leaveDeal()
  let restore: () => void = () => undefined
  const restored = spy().mockReturnValue(
    new Promise((resolve) => (restore = () => resolve(NOTHING_RESTORED))),
  )
  const running = reconcile(owner, deps)
  await expect.poll(() => restored).toHaveBeenCalled()
  expect(server.asked).toEqual([])
  restore()
  await running
  expect(server.asked).toEqual([visitId])
})

test('a comparison without such a deal, and without a loss, waits for no second copy', async () => {
  const never = new Promise<typeof NOTHING_RESTORED>(() => {})
  const [entries, sealed] = [storage, sealedStorage].map((one) =>
    vi.spyOn(one, 'whenRestored').mockReturnValue(never),
  )
  expect(await reconcile(owner, deps)).toBe(false)
  expect([entries, sealed].map((spy) => spy?.mock.calls)).toEqual([[], []])
})

test('the server does not count a deal in its sum while the phone still sends its photo', async () => {
  const { visitId } = await leaveDeal()
  server.works.set(visitId, { hash: hashOf(visitId), photos: [], isSent: false })
  expect(await reconcile(owner, deps)).toBe(true)
  expect(server.works.get(visitId)?.isSent).toBe(false)
})

test('no entry is made while a full phone has the lost one in its second copy only', async () => {
  const { visitId } = await leaveDeal()
  const copy = { collection: 'outbox', key: visitId, owner }
  const restored = vi.spyOn(storage, 'whenRestored')
  restored.mockResolvedValueOnce({ ...NOTHING_RESTORED, left: [copy] })
  await reconcile(owner, deps)
  expect(server.asked).toEqual([])
  await reconcile(owner, deps)
  expect(server.asked).toEqual([visitId])
})
