/** Photos that come again after an erase: their phone had no answer when the server had stored them. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCustomer, RAVI, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { photos } from '../../db/schema.ts'
import type { PhotoKey } from '../../photos/photo-store.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'

describe.each(opsWays)('a photo that a phone sends again after an erase, %s', (_way, kind) => {
  const server = useOps(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  let id: number
  let bytes: Uint8Array
  let key: PhotoKey
  let workId: string
  beforeEach(async () => {
    id = (await newCustomer(server.deps.db)).id
    bytes = await newPhoto()
    key = await storePhoto(server.deps, RAVI.id, bytes)
    workId = await settle(id)
  })

  async function settle(customerId: number): Promise<string> {
    const settlement = settlementBody(customerId, { hair_photo_url: photoUrl(key) })
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    const item = { version: 1, id: randomUUID(), customer_id: String(customerId), work }
    const sent = await ravi.send('POST', '/api/work', { items: [item] })
    expect(sent.body).toMatchObject({ results: [{ outcome: 'recorded' }] })
    return item.id
  }
  const erase = async () =>
    (await runOps('.', server.env, ['customers', 'erase', `${id}`, '--yes'])).printed[0]
  const sendAgain = () => storePhoto(server.deps, RAVI.id, bytes)
  const countRows = () => server.deps.db.$count(photos, eq(photos.hash, key.hash))
  const listDue = async () =>
    (await runOps('.', server.env, ['deals', '--attention'])).printed.filter((line) =>
      line.includes(`customer ${id} is erased, and a photo came later`),
    )
  const compare = () =>
    ravi.send('POST', '/api/reconciliation', {
      phone_id: randomUUID(),
      unsent: { deals: 0, photos: 0, others: 0 },
      items: [{ id: workId, photos: [key.hash], is_sent: true }],
    })

  test('is listed and deleted by the next erase, however often it comes', async () => {
    expect(await erase()).toBe(`Erased customer ${id}, with 1 photo.`)
    for (const _ of [1, 2]) {
      expect(await listDue()).toEqual([])
      await sendAgain()
      await compare()
      expect(await listDue()).toHaveLength(1)
      expect(await erase()).toBe(`Erased customer ${id} again, with 1 photo.`)
      expect(await countRows()).toBe(0)
      expect(await server.deps.photoStore.get(key)).toBeUndefined()
    }
  })

  test('is deleted when the phone has compared it before the erase, too', async () => {
    await compare()
    await erase()
    await sendAgain()
    expect(await erase()).toBe(`Erased customer ${id} again, with 1 photo.`)
  })

  test('stays when it is the photo of another customer by then, and is due no longer', async () => {
    await erase()
    await sendAgain()
    const other = await newCustomer(server.deps.db)
    await settle(other.id)
    for (const _ of [1, 2]) {
      expect(await erase()).toBe(`Erased customer ${id} again, with 0 photos.`)
      expect(await countRows()).toBe(1)
      await compare()
      expect(await listDue()).toEqual([])
    }
    await server.deps.db.delete(photos)
  })

  test('is deleted with another erased customer who has the same one', async () => {
    await erase()
    await sendAgain()
    const other = await newCustomer(server.deps.db)
    await settle(other.id)
    id = other.id
    expect(await erase()).toBe(`Erased customer ${id}, with 1 photo.`)
    expect(await countRows()).toBe(0)
  })
})
