import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { newPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { renderSlot } from '../../../test/photo-slot.tsx'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { environment, provideEnvironment } from '../../lib/environment.ts'

beforeEach(() => {
  signInRunner()
  startStandInServer().answer('POST /api/uploads', () => new Response('', { status: 503 }))
})

test('a photo that replaces another one stays when the clock was set back in between', async () => {
  let now = Date.now()
  const { randomBytes, sha256, gzip } = environment()
  onTestFinished(provideEnvironment({ randomBytes, sha256, gzip, now: () => now }))
  const visit = newWeighedVisit()
  const { slot, leave } = await renderSlot(visit)
  slot().pick(await newPhoto('first.png', 'first'))
  await expect.poll(() => slot().photo).toBeDefined()
  const first = slot().photo?.id
  now -= 86_400_000
  slot().pick(await newPhoto('second.png', 'second'))
  await expect.poll(() => slot().photo?.id).not.toBe(first)
  const second = slot().photo?.id
  await leave()
  const { slot: again } = await renderSlot(visit)
  await expect.poll(() => again().photo).toBeDefined()
  expect(again().photo?.id).toBe(second)
})
