import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReconciliationReply, UnsentItem } from '@veni/domain/api/reconciliation'
import { recordedWork } from '../../src/db/schema.ts'
import { newEntry } from '../fixtures/phone-file.ts'
import {
  newCustomer,
  newStoredPhoto,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const SINCE = '2026-11-20T09:00:00.123Z'

describe.each(databaseKinds)(
  'a comparison of deals that the phone no longer names, on %s',
  (kind) => {
    const server = useServer(kind)
    let ravi: Client
    beforeAll(async () => {
      await storeRunners(server.deps.db)
      ravi = await server.signIn(RAVI.phone)
    })

    /** Records a deal with a photo that the server has. */
    async function sendDeal(): Promise<{ id: string; url: string }> {
      const { id: customerId } = await newCustomer(server.deps.db)
      const url = await newStoredPhoto(server.deps)
      const settlement = settlementBody(customerId, { hair_photo_url: url })
      const { visit_id: id } = settlement
      const work = { kind: 'settlement' as const, settlement, photos: [] }
      const { entry } = newEntry(customerId, work, id)
      const items = [{ version: 1, id, customer_id: entry.customerId, work }]
      const { body } = await ravi.send<{ results: unknown[] }>('POST', '/api/work', { items })
      expect(body.results).toMatchObject([{ outcome: 'recorded' }])
      return { id, url }
    }

    const newItem = ({ id }: { id: string }, photos = 1): UnsentItem => ({
      id,
      kind: 'deal',
      customer_id: '7',
      photos,
      at: SINCE,
    })

    const phoneId = randomUUID()
    async function report(...items: UnsentItem[]) {
      const photos = items.reduce((sum, item) => sum + item.photos, 0)
      const unsent = { deals: items.length, photos, others: 0, since: SINCE, items }
      const { status, body } = await ravi.send<ReconciliationReply>('POST', '/api/reconciliation', {
        phone_id: phoneId,
        unsent,
        items: [],
      })
      expect(status).toBe(200)
      return body
    }

    it('asks the store only about the photos that may be lost', async () => {
      const whole = await sendDeal()
      const named = await sendDeal()
      const without = await sendDeal()
      const gone = await sendDeal()
      await report(newItem(whole), newItem(named), newItem(without, 0), newItem(gone))
      // The phone has removed it, because the server has shown that it has all of it.
      const isWhole = eq(recordedWork.id, whole.id)
      await server.deps.db.update(recordedWork).set({ phoneId }).where(isWhole)

      const size = vi.spyOn(server.deps.photoStore, 'size')
      expect(await report(newItem(named))).not.toHaveProperty('lost')
      const asked = size.mock.calls.map(([{ hash }]) => `/api/images/${hash}.jpg`)
      expect(asked).toEqual([gone.url])
    })
  },
)
