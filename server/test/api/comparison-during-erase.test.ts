import { randomUUID } from 'node:crypto'
import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { recordedWork } from '../../src/db/schema.ts'
import { photoUrl, storePhoto } from '../../src/photos/service.ts'
import { newEntry } from '../fixtures/phone-file.ts'
import { newCustomer, RAVI, settlementBody, storeRunners } from '../fixtures/records.ts'
import { newPhoto } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { listLockWaits } from '../setup/lock-waits.ts'
import { useServer } from '../setup/server.ts'

vi.mock('../../src/db/answer-limits.ts', async (load) =>
  (await import('../setup/long-lock-limit.ts')).withLongLockLimit(load),
)

describe('a comparison that waits for an erase (postgres)', () => {
  const server = useServer('postgres')
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  test('does not ask for the photos of the erased customer, and leaves what the erase has noted', async () => {
    const { deps } = server
    const { id: customerId } = await newCustomer(deps.db)
    const bytes = await newPhoto()
    const key = await storePhoto(deps, RAVI.id, bytes)
    const settlement = settlementBody(customerId, { hair_photo_url: photoUrl(key) })
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    const { id } = newEntry(customerId, work, settlement.visit_id).entry
    const item = { version: 1, id, customer_id: String(customerId), work }
    await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', { items: [item] })

    const compare = () =>
      ravi.send<ReconciliationReply>('POST', '/api/reconciliation', {
        phone_id: randomUUID(),
        unsent: { deals: 0, photos: 0, others: 0 },
        items: [{ id, photos: [key.hash], is_sent: true }],
      })
    let compared: ReturnType<typeof compare> | undefined
    // The rows are overwritten by now, and the erase deletes the files before its commit.
    const photoStore = {
      ...deps.photoStore,
      delete: async (photo: typeof key) => {
        compared = compare()
        await expect.poll(() => listLockWaits(deps.db)).toHaveLength(1)
        return deps.photoStore.delete(photo)
      },
    }
    await eraseCustomer({ ...deps, photoStore }, customerId)
    const reply = (await compared)?.body
    const [row] = await deps.db.select().from(recordedWork).where(eq(recordedWork.id, id))
    expect({ results: reply?.results, hashes: row?.photoHashes }).toMatchObject({
      results: [{ state: 'erased', missing_photos: [] }],
      hashes: [key.hash],
    })
  })
})
