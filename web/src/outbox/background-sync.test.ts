import { beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { clearStorage } from '../../test/second-copies.ts'
import { noNetwork, startStandInServer } from '../../test/stand-in-server.ts'
import { randomId } from '../lib/random-id.ts'
import { owner } from '../state/session.ts'
import { entries } from './entries.ts'
import { newEntry } from './entry.ts'
import { enqueueAndTry, startOutbox } from './page-outbox.ts'

beforeEach(async () => {
  await clearStorage()
  signInRunner()
})

const enqueueUpdate = () =>
  enqueueAndTry(
    newEntry({
      id: randomId(),
      owner: owner(),
      customerId: '7',
      createdAt: Date.now(),
      work: { kind: 'customer-update', body: { status: 'rejected', runner_id: 1 } },
    }),
  )

test('the browser is asked once while the page is open, and again each time the page is left', async () => {
  startStandInServer().answer('POST /api/work', noNetwork())
  const register = vi.fn<(tag: string) => Promise<void>>(() => Promise.resolve())
  const registration = { sync: { register } } as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  startOutbox()
  await enqueueUpdate()
  await expect.poll(() => register.mock.calls).toHaveLength(1)
  await enqueueUpdate()
  await expect.poll(() => entries.get()).toHaveLength(2)
  expect(register.mock.calls).toHaveLength(1)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  for (const times of [2, 3]) {
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => register.mock.calls).toHaveLength(times)
  }
})
