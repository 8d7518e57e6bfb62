import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { newSlowPhoto, renderSlot } from '../../../test/photo-slot.tsx'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { environment, provideEnvironment } from '../../lib/environment.ts'
import { storage } from '../../storage/phone-storage.ts'

beforeEach(() => {
  signInRunner()
  startStandInServer().answer('POST /api/uploads', () => new Response('', { status: 503 }))
})

/** @returns sets the clock back by a day */
function startClock(): () => void {
  let now = Date.now()
  const { randomBytes, sha256, gzip } = environment()
  onTestFinished(provideEnvironment({ randomBytes, sha256, gzip, now: () => now }))
  return () => {
    now -= 86_400_000
  }
}

test('a photo that replaces another one stays when the clock was set back in between', async () => {
  const setBack = startClock()
  const visit = newWeighedVisit()
  const { slot, leave } = await renderSlot(visit)
  slot().pick(await newPhoto('first.png', 'first'))
  await expect.poll(() => slot().photo).toBeDefined()
  const first = slot().photo?.id
  setBack()
  slot().pick(await newPhoto('second.png', 'second'))
  await expect.poll(() => slot().photo?.id).not.toBe(first)
  const second = slot().photo?.id
  await leave()
  const { slot: again } = await renderSlot(visit)
  await expect.poll(() => again().photo).toBeDefined()
  expect(again().photo?.id).toBe(second)
})

test('a removed photo that is ready late deletes no photo that was taken since, after the clock was set back', async () => {
  const setBack = startClock()
  const visit = newWeighedVisit()
  const { slot } = await renderSlot(visit)
  const removed = await newSlowPhoto('removed')
  slot().pick(removed.file)
  slot().remove?.()
  setBack()
  slot().pick(await newPhoto('later.png', 'later'))
  await expect.poll(() => slot().photo).toBeDefined()
  const later = slot().photo?.id
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const putIds = () => put.mock.calls.map(([, key]) => key).filter((key) => key !== later)
  removed.permit()
  await expect.poll(putIds).toHaveLength(1)
  const stored = () => storage.photos.getKeys()
  await expect.poll(stored).not.toContain(putIds()[0])
  expect(await stored()).toContain(later)
  expect(slot()).toMatchObject({ photo: { id: later }, problem: undefined })
})
