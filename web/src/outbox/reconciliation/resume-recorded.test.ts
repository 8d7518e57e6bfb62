import { beforeEach, expect, test } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { changeEntry, readEntry, storeEntry } from '../stores/entry-store.ts'
import { reconcile } from './reconcile.ts'

let { owner, server, deps } = {} as Awaited<ReturnType<typeof createReconcilingPhone>>
beforeEach(async () => {
  ;({ owner, server, deps } = await createReconcilingPhone())
})

async function refuse(): Promise<string> {
  const id = randomId()
  const work = { kind: 'customer-update' as const, body: { status: 'rejected' as const } }
  const entry = newEntry({ id, owner, customerId: '7', createdAt: 1, work })
  await storeEntry({ ...entry, state: 'refused', refusal: { status: 409, code: 'conflict' } })
  return id
}

const refuseAgain = (stored: OutboxEntry): OutboxEntry => ({
  ...stored,
  state: 'refused',
  refusal: { status: 409 },
})

test('a refused entry that the office has recorded is sent again, once', async () => {
  const [recorded, other] = [await refuse(), await refuse()]
  server.works.set(recorded, { hash: hashOf(recorded), photos: [], isSent: false })
  expect(await reconcile(owner, deps)).toBe(true)
  // The phone has not sent it as a whole, so the server does not count it in its sum.
  expect(server.works.get(recorded)?.isSent).toBe(false)
  const waiting = await readEntry(recorded)
  expect(waiting).toMatchObject({ state: 'waiting', isResumed: true })
  expect(waiting).not.toHaveProperty('refusal')
  expect(await readEntry(other)).toMatchObject({ state: 'refused', refusal: { code: 'conflict' } })
  await changeEntry(recorded, refuseAgain)
  expect(await reconcile(owner, deps)).toBe(false)
  expect(await readEntry(recorded)).toMatchObject({ state: 'refused' })
})

test('a refused entry that the runner sends again meanwhile is left to its sender', async () => {
  const id = await refuse()
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
  const sendFirst: typeof changeEntry = async (one, change) => {
    await changeEntry(one, (stored) => ({ ...stored, state: 'waiting' }))
    return changeEntry(one, change)
  }
  const entries = { ...deps.entries, changeEntry: sendFirst }
  expect(await reconcile(owner, { ...deps, entries })).toBe(false)
  expect(await readEntry(id)).not.toHaveProperty('isResumed')
})
