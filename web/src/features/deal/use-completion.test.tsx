import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Deal } from '@veni/domain/deal'
import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { newSettlementDeal } from '../../../test/deals.ts'
import { signInRunner } from '../../../test/runner.ts'
import { clearVisits, newVisitCustomer } from '../../../test/show-screen.tsx'
import { activeVisit, closeVisit, selectCustomer, setWeights } from '../../state/visit.ts'
import { useCompletion } from './use-completion.ts'

/** Completes the deal of a new visit on a phone that stores it when `store` is called. */
async function completeSlowly() {
  signInRunner()
  clearVisits()
  const visit = selectCustomer(newVisitCustomer())
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  let stored = (_deal: Deal) => {}
  const complete = () => new Promise<Deal>((resolve) => (stored = resolve))
  const onDone = vi.fn<(made: Deal) => void>()
  const steps = { missing: undefined, complete, onDone }
  const { result, unmount } = await renderHook(() => useCompletion(steps))
  result.current.run()
  await expect.poll(() => result.current.isBusy).toBe(true)
  const deal = { ...newSettlementDeal(), visitId: visit.id, customerId: visit.customer.id }
  return { visit, unmount, onDone, isBusy: () => result.current.isBusy, store: () => stored(deal) }
}

const openOtherCustomer = () => selectCustomer(newVisitCustomer({ id: '27', name: 'Anjali' }))

test('a deal that a slow phone stores late closes no other visit, and leaves no other screen', async () => {
  const { unmount, store, onDone } = await completeSlowly()
  await unmount()
  const other = openOtherCustomer()
  setWeights({ black_hair: 40 }, FALLBACK_HAIR_PRICES)
  store()
  await Promise.resolve()
  await expect
    .poll(() => activeVisit.get())
    .toMatchObject({ id: other.id, hair: { black_hair: 40 } })
  expect(onDone).not.toHaveBeenCalled()
})

test('the visit of a deal that a slow phone stores late does not open again with its customer', async () => {
  const { visit, store, isBusy } = await completeSlowly()
  openOtherCustomer()
  store()
  await expect.poll(isBusy).toBe(false)
  expect(activeVisit.get()?.customer.id).toBe('27')
  const next = selectCustomer(newVisitCustomer())
  expect(next).toMatchObject({ hair: {}, hairLines: [] })
  expect(next.id).not.toBe(visit.id)
})

test('a deal that a slow phone stores late closes no newer visit to its customer', async () => {
  const { store, isBusy } = await completeSlowly()
  closeVisit()
  const newer = selectCustomer(newVisitCustomer())
  setWeights({ black_hair: 200 }, FALLBACK_HAIR_PRICES)
  openOtherCustomer()
  store()
  await expect.poll(isBusy).toBe(false)
  const opened = selectCustomer(newVisitCustomer())
  expect(opened).toMatchObject({ id: newer.id, hair: { black_hair: 200 } })
})

test('a deal closes its own visit', async () => {
  signInRunner()
  clearVisits()
  const { id } = selectCustomer(newVisitCustomer())
  const complete = () => Promise.resolve<Deal>({ ...newSettlementDeal(), visitId: id })
  const steps = { missing: undefined, complete, onDone: () => {} }
  const { result } = await renderHook(() => useCompletion(steps))
  result.current.run()
  await expect.poll(() => activeVisit.get()).toBeUndefined()
})

test('a double tap completes the deal once, and after a failure the next tap completes it', async () => {
  signInRunner()
  vi.spyOn(console, 'warn').mockReturnValue()
  const deal = newSettlementDeal()
  const onDone = vi.fn<(made: Deal) => void>()
  const attempts: { succeed: (made: Deal) => void; fail: (error: Error) => void }[] = []
  const complete = () =>
    new Promise<Deal>((resolve, reject) => attempts.push({ succeed: resolve, fail: reject }))
  const { result } = await renderHook(() => useCompletion({ missing: undefined, complete, onDone }))
  const tapTwice = async () => {
    // Both taps come before the screen has shown that it is busy.
    const { run } = result.current
    run()
    run()
    await expect.poll(() => result.current.isBusy).toBe(true)
  }
  await tapTwice()
  expect(attempts).toHaveLength(1)
  attempts[0]?.fail(new Error('full'))
  await expect.poll(() => result.current.isBusy).toBe(false)
  await tapTwice()
  expect(attempts).toHaveLength(2)
  attempts[1]?.succeed(deal)
  await expect.poll(() => result.current.isBusy).toBe(false)
  expect(onDone.mock.calls).toEqual([[deal]])
})
