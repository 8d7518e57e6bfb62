import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useLoaded } from './use-loaded.ts'

test('a part that could not be fetched is fetched again when it becomes urgent', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('no network')).mockResolvedValue('a dialog')
  const { result, rerender } = await renderHook(
    (isUrgent = false) => useLoaded(true, load, isUrgent),
    { initialProps: false },
  )
  await expect.poll(() => warn.mock.calls).toHaveLength(1)
  expect(result.current).toBeUndefined()
  await rerender(true)
  await expect.poll(() => result.current).toBe('a dialog')
  await rerender(false)
  expect(load).toHaveBeenCalledTimes(2)
})
