import { randomUUID } from 'node:crypto'
import type { LostWork, ReconciliationReply, UnsentItem } from '@veni/domain/api/reconciliation'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { phones } from '../../src/db/schema.ts'
import { photoUrl, storePhoto } from '../../src/photos/service.ts'
import { listLostOf } from '../../src/reconciliation/lost-work.ts'
import { addRunner } from '../../src/runners/office-service.ts'
import { newEntry } from '../fixtures/phone-file.ts'
import { newCustomer, settlementBody } from '../fixtures/records.ts'
import { newPhoto } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const SINCE = '2026-11-20T09:00:00.123Z'
const [MIDDLE, LATER] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
let lastPhone = 9_100_000_000

describe.each(databaseKinds)('work that a phone has lost with its storage, on %s', (kind) => {
  const server = useServer(kind)
  let runner: Client
  beforeEach(async () => {
    const phone = String((lastPhone += 1))
    await addRunner(server.deps, `Runner ${phone}`, phone)
    runner = await server.signIn(phone)
  })

  const newItem = (more: Partial<UnsentItem> = {}): UnsentItem => ({
    id: randomUUID(),
    kind: 'deal',
    customer_id: '7',
    photos: 1,
    at: SINCE,
    ...more,
  })

  /** A browser with its cookie, which a call can set. */
  function newBrowser() {
    let cookie = ''
    return async (phoneId: string, items: readonly UnsentItem[], unnamed = 0) => {
      const deals = items.filter((item) => item.kind === 'deal').length
      const photos = items.reduce((sum, item) => sum + item.photos, 0)
      const others = items.length - deals + unnamed
      const unsent = { deals, photos, others, since: SINCE, items }
      const { status, body, headers } = await runner.send<ReconciliationReply>(
        'POST',
        '/api/reconciliation',
        { phone_id: phoneId, unsent, items: [] },
        { cookie: [runner.cookie, cookie].join('; ') },
      )
      expect(status).toBe(200)
      expect(headers['set-cookie']).toMatch(
        /^veni-phone=[\da-f-]{36}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      const [sent = ''] = String(headers['set-cookie']).split(';')
      expect(['', sent]).toContain(cookie)
      cookie = sent
      return body
    }
  }

  const read = async (id: string) =>
    (await server.deps.db.select().from(phones).where(eq(phones.id, id)))[0]

  const contactOf = async (id: string) => (await read(id))!.contactAt.toISOString()

  async function sendDeal(url = '') {
    const { id: customerId } = await newCustomer(server.deps.db, { runnerId: runner.runnerId })
    const settlement = settlementBody(customerId, { hair_photo_url: url })
    const { visit_id: visitId } = settlement
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    const { entry } = newEntry(customerId, work, visitId)
    const item = { version: 1, id: visitId, customer_id: entry.customerId, work }
    const { body } = await runner.send<{ results: unknown[] }>('POST', '/api/work', {
      items: [item],
    })
    expect(body.results).toMatchObject([{ outcome: 'recorded' }])
    return visitId
  }

  const thisPhone = (reportedAt: string, ...items: LostWork['items']): LostWork => ({
    is_this_phone: true,
    reported_at: reportedAt,
    items,
  })

  it('is told to the same browser that comes back as a new phone, at each contact', async () => {
    const report = newBrowser()
    const [deal, change] = [newItem({ photos: 2 }), newItem({ kind: 'other', photos: 0 })]
    const [old, fresh] = [randomUUID(), randomUUID()]
    expect(await report(old, [deal, change])).not.toHaveProperty('lost')
    const at = await contactOf(old)
    const expected = [thisPhone(at, deal, change)]
    expect((await report(fresh, [])).lost).toEqual(expected)
    expect((await report(fresh, [])).lost).toEqual(expected)
    expect(await read(old)).toMatchObject({ evictedAt: expect.any(Date) as unknown })
    expect(await read(fresh)).toMatchObject({ evictedAt: null })
  })

  it('is told as that of a phone of the runner when the cookie is gone, too, while that phone is silent', async () => {
    const [before, after] = [newBrowser(), newBrowser()]
    const deal = newItem()
    const [old, fresh] = [randomUUID(), randomUUID()]
    await before(old, [deal])
    const at = await contactOf(old)
    const expected = [{ is_this_phone: false, reported_at: at, items: [deal] }]
    expect((await after(fresh, [])).lost).toEqual(expected)
    expect(await read(old)).toMatchObject({ evictedAt: null })
    // It was another phone, which was switched off. The other one asks nothing about this one.
    expect(await before(old, [deal])).not.toHaveProperty('lost')
    expect(await after(fresh, [])).not.toHaveProperty('lost')
  })

  it('is what the phone no longer names, when only the work is gone', async () => {
    const report = newBrowser()
    const phone = randomUUID()
    const [gone, stays] = [newItem(), newItem()]
    await report(phone, [gone, stays])
    const at = await contactOf(phone)
    expect((await report(phone, [stays])).lost).toEqual([thisPhone(at, gone)])
    expect((await report(phone, [])).lost).toMatchObject([{ items: [gone, stays] }])
    // Sealed work was opened later than the first contact.
    expect(await report(phone, [gone, stays])).not.toHaveProperty('lost')
  })

  it('is not what the phone may have among the items that it only counts', async () => {
    const report = newBrowser()
    const phone = randomUUID()
    const [older, newer, fresh] = [newItem(), newItem({ at: LATER }), newItem({ at: MIDDLE })]
    await report(phone, [older, newer])
    const at = await contactOf(phone)
    // The oldest are named, so the older one would be named if the phone had it.
    expect((await report(phone, [fresh], 1)).lost).toEqual([thisPhone(at, older)])
    // An older app names none.
    expect((await report(phone, [], 2)).lost).toEqual(undefined)
    const { lost = [] } = await report(phone, [])
    expect(lost.flatMap(({ items }) => items)).toEqual([older, fresh, newer])
  })

  it('is stored without what was sent meanwhile, and at most 200 items of a phone', async () => {
    const report = newBrowser()
    const phone = randomUUID()
    const sent = await sendDeal()
    await report(phone, [newItem({ id: sent, photos: 0 })])
    await report(phone, [])
    expect(await read(phone)).toMatchObject({ lostItems: [] })
    const many = Array.from({ length: 3 }, () => Array.from({ length: 100 }, () => newItem()))
    for (const items of many) await report(phone, items)
    await report(phone, [])
    const { lostItems = [] } = (await read(phone)) ?? {}
    expect(lostItems.map(({ id }) => id)).toEqual(
      many
        .flat()
        .slice(0, 200)
        .map(({ id }) => id),
    )
  })

  it('is told with at most 300 items, those of the phones that reported last', async () => {
    const report = newBrowser()
    const reported: UnsentItem[][] = []
    for (let count = 1; count <= 4; count += 1) {
      const items = Array.from({ length: 90 }, () => newItem())
      reported.unshift(items)
      await report(randomUUID(), items)
    }
    const { lost = [] } = await report(randomUUID(), [])
    expect(lost.map(({ items }) => items)).toEqual([
      ...reported.slice(0, 3),
      reported[3]!.slice(0, 30),
    ])
  })

  it('is told however much other phones, which are in use, have lost', async () => {
    const report = newBrowser()
    const [phone, lost] = [randomUUID(), newItem()]
    await report(randomUUID(), [lost])
    expect((await report(phone, [])).lost).toMatchObject([{ items: [lost] }])
    for (const reportOther of [newBrowser(), newBrowser()]) {
      const other = randomUUID()
      for (let batch = 0; batch < 2; batch += 1)
        await reportOther(
          other,
          Array.from({ length: 100 }, () => newItem()),
        )
      await reportOther(other, [])
    }
    expect((await report(phone, [])).lost).toMatchObject([{ items: [lost] }])
  })

  it('is listed for the office also when all phones together have lost very much', async () => {
    await newBrowser()(randomUUID(), [])
    const [row] = await server.deps.db.select().from(phones).limit(1)
    // PostgreSQL takes 65,535 values of a statement.
    const lostItems = Array.from({ length: 66_000 }, () => ({ ...newItem(), reportedAt: SINCE }))
    const [lost] = await listLostOf(server.deps, [{ ...row!, evictedAt: null, lostItems }])
    expect(lost).toHaveLength(66_000)
  })

  it('says also that nothing was waiting: the runner may have worked without a network since', async () => {
    const report = newBrowser()
    const [old, fresh] = [randomUUID(), randomUUID()]
    await report(old, [])
    const at = await contactOf(old)
    expect((await report(fresh, [])).lost).toEqual([thisPhone(at)])
    expect((await report(fresh, [])).lost).toEqual([thisPhone(at)])
  })

  it('is nothing that the server has, or that the new phone still has', async () => {
    const report = newBrowser()
    const id = await sendDeal()
    const still = newItem()
    await report(randomUUID(), [newItem({ id, photos: 0 }), still])
    expect(await report(randomUUID(), [still])).not.toHaveProperty('lost')
  })

  it('is only the photos of a deal that the server has without them', async () => {
    const report = newBrowser()
    const bytes = await newPhoto()
    const pending = await sendDeal(`/api/images/${'0'.repeat(64)}.jpg`)
    const key = await storePhoto(server.deps, runner.runnerId, bytes)
    const whole = await sendDeal(photoUrl(key))
    const items = [pending, whole].map((id) => newItem({ id, photos: 1 }))
    await report(randomUUID(), items)
    expect((await report(randomUUID(), [])).lost).toMatchObject([
      { items: [{ id: pending, photos: 1, is_recorded: true }] },
    ])
  })

  it('is told to no other runner of the same browser', async () => {
    const report = newBrowser()
    await report(randomUUID(), [newItem()])
    const phone = String((lastPhone += 1))
    await addRunner(server.deps, `Runner ${phone}`, phone)
    runner = await server.signIn(phone)
    expect(await report(randomUUID(), [])).not.toHaveProperty('lost')
  })
})
