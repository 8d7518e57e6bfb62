import { randomUUID } from 'node:crypto'
import {
  addToDigest,
  type Digest,
  EMPTY_DIGEST,
  type ReconciledItem,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import type { WorkResult } from '@veni/domain/api/work'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { findEpoch } from '../../src/db/epoch.ts'
import { phones, photos, recordedWork, sealingKeys } from '../../src/db/schema.ts'
import { photoUrl, storePhoto } from '../../src/photos/service.ts'
import { verifyPhotos } from '../../src/photos/verify-photos.ts'
import { newEntry } from '../fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, settlementBody, storeRunners } from '../fixtures/records.ts'
import { newPhoto } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const NOTHING_UNSENT = { deals: 0, photos: 0, others: 0 }
const OTHER_HASH = '1'.repeat(64)

describe.each(databaseKinds)('reconciliation on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  const ask = async (
    client: Client,
    phoneId: string,
    items: readonly ReconciledItem[],
    more: object = {},
  ) => {
    const body = { phone_id: phoneId, unsent: NOTHING_UNSENT, items, ...more }
    const reply = await client.send<ReconciliationReply>('POST', '/api/reconciliation', body)
    expect(reply.status).toBe(200)
    return reply.body
  }

  /** A settlement with its photo, as a phone sends it. */
  async function sendDeal(client: Client, runnerId = RAVI.id) {
    const { id: customerId } = await newCustomer(server.deps.db, { runnerId })
    const bytes = await newPhoto()
    const key = await storePhoto(server.deps, runnerId, bytes)
    const settlement = settlementBody(customerId, { hair_photo_url: photoUrl(key) })
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    const { id } = newEntry(customerId, work, settlement.visit_id).entry
    const item = { version: 1, id, customer_id: String(customerId), work }
    const { body } = await client.send<{ results: WorkResult[] }>('POST', '/api/work', {
      items: [item],
    })
    const [result] = body.results
    if (result?.outcome !== 'recorded') throw new Error(JSON.stringify(body))
    return { id, customerId, hash: result.hash ?? '', photo: key.hash, key, bytes }
  }

  const digestOf = (...hashes: string[]): Digest => hashes.reduce(addToDigest, EMPTY_DIGEST)

  it('answers what the server has of each item', async () => {
    const deal = await sendDeal(ravi)
    const { results } = await ask(ravi, randomUUID(), [
      { id: deal.id, photos: [deal.photo, OTHER_HASH], is_sent: false },
      { id: randomUUID(), photos: [deal.photo, OTHER_HASH], is_sent: true },
    ])
    expect(results).toEqual([
      { state: 'recorded', hash: deal.hash, missing_photos: [OTHER_HASH] },
      { state: 'missing', missing_photos: [OTHER_HASH] },
    ])
  })

  it('answers that it has the deal of a visit, however it came, to its runner only', async () => {
    const deal = await sendDeal(ravi)
    await server.deps.db.delete(recordedWork).where(eq(recordedWork.id, deal.id))
    const items = [{ id: deal.id, photos: [], is_sent: false }]
    expect((await ask(ravi, randomUUID(), items)).results).toEqual([
      { state: 'missing', missing_photos: [], has_deal: true },
    ])
    expect((await ask(lakshmi, randomUUID(), items)).results).toEqual([
      { state: 'missing', missing_photos: [] },
    ])
  })

  it('sums the works and photos that a phone has sent, and no others', async () => {
    const [one, two, unfinished] = [
      await sendDeal(ravi),
      await sendDeal(ravi),
      await sendDeal(ravi),
    ]
    const phoneId = randomUUID()
    const items = [one, two].map(({ id, photo }) => ({ id, photos: [photo], is_sent: true }))
    const open = { id: unfinished.id, photos: [unfinished.photo], is_sent: false }
    const expected = digestOf(one.hash, two.hash, one.photo, two.photo)
    expect((await ask(ravi, phoneId, [...items, open])).digest).toEqual(expected)
    expect((await ask(ravi, phoneId, [])).digest).toEqual(expected)
    expect((await ask(ravi, randomUUID(), [])).digest).toEqual(EMPTY_DIGEST)
  })

  it('counts a photo that two works have twice, and not at all when it is lost', async () => {
    const { db } = server.deps
    const [one, two] = [await sendDeal(ravi), await sendDeal(ravi)]
    const phoneId = randomUUID()
    const items = [one, two].map(({ id }) => ({ id, photos: [one.photo], is_sent: true }))
    const { digest } = await ask(ravi, phoneId, items)
    expect(digest).toEqual(digestOf(one.hash, two.hash, one.photo, one.photo))
    await db.delete(photos).where(eq(photos.hash, one.photo))
    expect((await ask(ravi, phoneId, [])).digest).toEqual(digestOf(one.hash, two.hash))
  })

  it('asks for a photo without its file, until it is sent again or the file is back', async () => {
    const deal = await sendDeal(ravi)
    const item = { id: deal.id, photos: [deal.photo], is_sent: true }
    const phoneId = randomUUID()
    const verify = () => verifyPhotos(server.deps, () => undefined)
    const whole = { digest: digestOf(deal.hash, deal.photo), results: [{ missing_photos: [] }] }
    const lost = { digest: digestOf(deal.hash), results: [{ missing_photos: [deal.photo] }] }
    const sendAgain = () => storePhoto(server.deps, RAVI.id, deal.bytes)
    const putBack = () => server.deps.photoStore.put(deal.key, deal.bytes).then(verify)
    for (const bringBack of [sendAgain, putBack]) {
      expect(await ask(ravi, phoneId, [item])).toMatchObject(whole)
      await server.deps.photoStore.delete(deal.key)
      await verify()
      expect(await ask(ravi, phoneId, [item])).toMatchObject(lost)
      await bringBack()
    }
    expect(await ask(ravi, phoneId, [item])).toMatchObject(whole)
  })

  it('has another digest when a work is lost', async () => {
    const { db } = server.deps
    const [one, two] = [await sendDeal(ravi), await sendDeal(ravi)]
    const phoneId = randomUUID()
    const items = [one, two].map(({ id }) => ({ id, photos: [], is_sent: true }))
    await ask(ravi, phoneId, items)
    await db.delete(recordedWork).where(eq(recordedWork.id, one.id))
    const { digest, results } = await ask(ravi, phoneId, items)
    expect(digest).toEqual(digestOf(two.hash))
    expect(results).toMatchObject([{ state: 'missing' }, { state: 'recorded' }])
  })

  it('tells a runner nothing about the work and photos of another', async () => {
    const deal = await sendDeal(ravi)
    const phoneId = randomUUID()
    const item = { id: deal.id, photos: [deal.photo], is_sent: true }
    const { digest } = await ask(ravi, phoneId, [item])
    const own = await sendDeal(lakshmi, LAKSHMI.id)
    const asked = await ask(lakshmi, phoneId, [item, { ...item, id: own.id }])
    expect(asked.results).toEqual([
      { state: 'missing', missing_photos: [deal.photo] },
      { state: 'recorded', hash: own.hash, missing_photos: [deal.photo] },
    ])
    expect(asked.digest).toEqual(digestOf(own.hash))
    expect((await ask(ravi, phoneId, [])).digest).toEqual(digest)
  })

  it('does not ask for the photos of an erased customer again', async () => {
    const deal = await sendDeal(ravi)
    const phoneId = randomUUID()
    const item = { id: deal.id, photos: [deal.photo], is_sent: true }
    await ask(ravi, phoneId, [item])
    await eraseCustomer(server.deps, deal.customerId)
    const first = await ask(ravi, phoneId, [])
    expect(first.digest).toEqual(EMPTY_DIGEST)
    const { results, digest } = await ask(ravi, phoneId, [item])
    expect(results).toEqual([{ state: 'erased', hash: deal.hash, missing_photos: [] }])
    expect(digest).toEqual(EMPTY_DIGEST)
  })

  it('stores what the phone reports of its unsent work', async () => {
    const { db } = server.deps
    const phoneId = randomUUID()
    const since = '2026-11-20T09:00:00.123Z'
    await ask(ravi, phoneId, [], { unsent: { deals: 3, photos: 5, others: 1, since } })
    const read = () => db.select().from(phones).where(eq(phones.id, phoneId))
    expect(await read()).toMatchObject([
      {
        runnerId: RAVI.id,
        unsentDeals: 3,
        unsentPhotos: 5,
        unsentOthers: 1,
        unsentSince: new Date(since),
      },
    ])
    await ask(ravi, phoneId, [])
    expect(await read()).toMatchObject([{ unsentDeals: 0, unsentPhotos: 0, unsentSince: null }])
  })

  it('stores the last 50 phones of a runner', async () => {
    const { db } = server.deps
    const [first, second] = [randomUUID(), randomUUID()]
    await ask(lakshmi, first, [])
    await ask(ravi, second, [])
    for (let at = 0; at < 50; at += 1) await ask(lakshmi, randomUUID(), [])
    expect(await db.$count(phones, eq(phones.runnerId, LAKSHMI.id))).toBe(50)
    expect(await db.$count(phones, eq(phones.id, first))).toBe(0)
    expect(await db.$count(phones, eq(phones.id, second))).toBe(1)
  })

  it('answers the private key of the runner only when it is asked for', async () => {
    const phoneId = randomUUID()
    expect(await ask(ravi, phoneId, [])).not.toHaveProperty('private_key')
    const key = (await ask(ravi, phoneId, [], { wants_key: true })).private_key
    const other = (await ask(lakshmi, phoneId, [], { wants_key: true })).private_key
    expect(key).toMatch(/^[\w+/=]{100,}$/)
    expect(other).not.toBe(key)
  })

  it('answers without a key when the runner has none: the session is of an older release', async () => {
    await server.deps.db.delete(sealingKeys).where(eq(sealingKeys.runnerId, RAVI.id))
    const reply = await ask(ravi, randomUUID(), [], { wants_key: true })
    expect(reply).not.toHaveProperty('private_key')
    expect(reply.results).toEqual([])
  })

  it('answers the epoch of the database', async () => {
    const epoch = await findEpoch(server.deps.db)
    expect((await ask(ravi, randomUUID(), [])).epoch).toBe(epoch)
    expect(await findEpoch(server.deps.db)).toBe(epoch)
  })

  it('refuses a phone that has sent more than a phone can keep, whose digest would hold up the others [R-7.043]', async () => {
    const deal = await sendDeal(ravi)
    const phoneId = randomUUID()
    await ask(ravi, phoneId, [{ id: deal.id, photos: Array(8).fill(deal.photo), is_sent: true }])
    const copy = (count: number) =>
      server.deps.db.execute(sql`
        insert into ${recordedWork}
        select (jsonb_populate_record(work, jsonb_build_object('id', gen_random_uuid()))).*
        from ${recordedWork} as work, generate_series(1, ${count}::integer) where id = ${deal.id}`)
    // The embedded database ends a statement that takes long.
    for (let copied = 0; copied < 22_000; copied += 2_000) await copy(2_000)
    expect((await ask(ravi, phoneId, [])).digest.count).toBe(22_001 * 9)
    await copy(300)
    const body = { phone_id: phoneId, unsent: NOTHING_UNSENT, items: [] }
    expect(await ravi.send('POST', '/api/reconciliation', body)).toMatchObject({
      status: 413,
      body: { error: { code: 'too-large' } },
    })
    await ask(ravi, randomUUID(), [])
    await ask(lakshmi, phoneId, [])
  })
})
