import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { newSettlementDeal } from '../../../../test/deals.ts'
import { currentToast, dismissToast } from '../../../ui/message/toast-store.ts'
import { markDelivered } from './mark-delivered.ts'
import { useMarkDelivered } from './use-mark-delivered.ts'

vi.mock(import('./mark-delivered.ts'), { spy: true })

/** Marks a settlement on a phone that stores it when the test calls `store`. */
async function markSlowly() {
  dismissToast()
  let store = () => {}
  vi.mocked(markDelivered).mockReturnValue(new Promise((resolve) => (store = resolve)))
  const onDone = vi.fn<() => void>()
  const { result, unmount } = await renderHook(() => useMarkDelivered(onDone))
  result.current(newSettlementDeal())
  return { store: () => store(), unmount, onDone }
}

const isToastOpen = () => currentToast.get()?.open

test('a delivery leaves the invoice as soon as the phone has stored it', async () => {
  const { store, onDone } = await markSlowly()
  expect(onDone).not.toHaveBeenCalled()
  store()
  await expect.poll(isToastOpen).toBe(true)
  expect(onDone).toHaveBeenCalledOnce()
})

test('a delivery that a slow phone stores late leaves no other screen', async () => {
  const { store, unmount, onDone } = await markSlowly()
  await unmount()
  store()
  await expect.poll(isToastOpen).toBe(true)
  await Promise.resolve()
  expect(onDone).not.toHaveBeenCalled()
})
