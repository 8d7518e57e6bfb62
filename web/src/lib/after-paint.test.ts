import { expect, test, vi } from 'vitest'
import { afterPaint, painted } from './after-paint.ts'

test('it waits for the paint, and of two taps before it the newer counts', async () => {
  const acts: string[] = []
  afterPaint(() => acts.push('first'))
  afterPaint(() => acts.push('second'))
  expect(acts).toEqual([])
  await expect.poll(() => acts).toEqual(['second'])
  afterPaint(() => acts.push('third'))
  await expect.poll(() => acts).toEqual(['second', 'third'])
  await painted()
  expect(acts).toHaveLength(2)
})

test('where no frame comes it goes on without one', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  await expect(painted()).resolves.toBeUndefined()
})

test('a page that nobody sees does not wait for a paint that never comes', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).toHaveBeenCalledOnce()
})
