import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Deal } from '@veni/domain/deal'
import { newSettlementDeal } from '../../../test/deals.ts'
import { signInRunner } from '../../../test/runner.ts'
import { useCompletion } from './use-completion.ts'

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
