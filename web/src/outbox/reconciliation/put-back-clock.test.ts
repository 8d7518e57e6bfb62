import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import { clearStorage, copiedNames, openCopies } from '../../../test/second-copies.ts'
import { storage } from '../../storage/phone-storage.ts'
import { listEntries } from '../stores/entry-store.ts'
import { reconcile } from './reconcile.ts'

const DAY_MS = 86_400_000

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
})

/** @returns brings the copies of now back, as a browser has them that is killed before it makes new ones */
async function rememberCopies(): Promise<() => Promise<void>> {
  await copiedNames()
  const cache = await openCopies()
  const requests = await cache.keys()
  const copies = await Promise.all(
    requests.map(async (request) => [request, await cache.match(request)] as const),
  )
  return async () => {
    for (const request of await cache.keys()) await cache.delete(request)
    for (const [request, copy] of copies) if (copy) await cache.put(request, copy)
  }
}

test.each([
  ['on', DAY_MS],
  ['back', -DAY_MS],
])(
  'a deal that was taken back stays in the outbox when the clock was set %s since it was received',
  async (_where, movedMs) => {
    const { owner, server, deps, receive } = await createReconcilingPhone()
    const { id, visitId } = await receive()
    const bringBack = await rememberCopies()
    server.works.delete(id)
    await reconcile(owner, { ...deps, clock: { now: () => NOW + movedMs } })
    expect(await listEntries(owner)).toMatchObject([{ id, done: [] }])
    await copiedNames()
    await storage.close()
    await bringBack()
    await storage.whenRestored('outbox')
    expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
    expect(await listEntries(owner)).toMatchObject([{ id, done: [] }])
  },
)
