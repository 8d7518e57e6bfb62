import { expect, test, vi } from 'vitest'
import { afterPaint, painted } from './after-paint.ts'

test('the action runs after the paint; of two actions before a paint only the second runs', async () => {
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

test('without a frame the wait ends after a time limit', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  await expect(painted()).resolves.toBeUndefined()
})

test('in a hidden page the action runs at once, because no paint comes', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).toHaveBeenCalledOnce()
})
