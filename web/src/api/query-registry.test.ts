import { afterEach, expect, it } from 'vitest'
import { endSession, signInNeeded, startSession, storePhone } from '../state/session.ts'
import { ApiFailure } from './failure.ts'
import { sharedQuery } from './query-registry.ts'

const RAVI = { id: '1', name: 'Ravi Kumar' }
const refused = new ApiFailure('status', { status: 401 })

afterEach(endSession)

it('a 401 that was on its way before the code was entered neither ends the new session nor stands in the way of its answers', async () => {
  storePhone('9000000001')
  let refuse = () => {}
  const answer = new Promise<string>((_, reject) => (refuse = () => reject(refused)))
  const early = sharedQuery('products', () => ({ fetch: () => answer }))
  early.prefetch()
  startSession('9000000001', RAVI)
  refuse()
  await expect.poll(() => early.get().error).toBe(refused)
  expect(signInNeeded.get()).toBe(false)

  const later = sharedQuery('products', () => ({ fetch: async () => 'products' }))
  later.prefetch()
  await expect.poll(() => later.get().data).toBe('products')
})

it('a 401 within a session leads to signing in', async () => {
  startSession('9000000001', RAVI)
  sharedQuery('prices', () => ({ fetch: () => Promise.reject(refused) })).prefetch()
  await expect.poll(() => signInNeeded.get()).toBe(true)
})
