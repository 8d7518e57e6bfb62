import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { customers, laterPhotos, recordedWork } from '../../db/schema.ts'
import type { PhotoKey, PhotoStore } from '../../photos/photo-store.ts'
import { findPhoto, hashOf, photoUrl, storePhoto } from '../../photos/service.ts'

describe.each(opsWays)('a photo of an erased customer, %s', (_way, kind) => {
  const server = useOps(kind)
  let ravi: Client
  let id: number
  let bytes: Uint8Array
  let key: PhotoKey
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  // A customer with one deal, whose photo the server has.
  beforeEach(async () => {
    id = (await newCustomer(server.deps.db)).id
    bytes = await newPhoto()
    key = { hash: hashOf(bytes), type: 'image/jpeg' }
    await storePhoto(server.deps, RAVI.id, bytes)
    await settle(ravi, id)
  })

  const settle = async (runner: Client, customerId: number) => {
    const deal = settlementBody(customerId, { hair_photo_url: photoUrl(key) })
    expect((await runner.send('POST', '/api/settlements', deal)).status).toBe(201)
  }
  const erase = () => runOps('.', server.env, ['customers', 'erase', `${id}`, '--yes'])
  const readPhotoOf = async (runner: typeof RAVI) =>
    (await findPhoto(server.deps, runner.id, key.hash))?.bytes

  const STAYED = '1 photo stayed: other customers or runners have it, too.'

  test('stays when another runner has stored the same one, whose deal has not arrived', async () => {
    await storePhoto(server.deps, LAKSHMI.id, bytes)
    const { printed } = await erase()
    expect(printed.slice(0, 2)).toEqual([`Erased customer ${id}, with 0 photos.`, STAYED])
    expect(await readPhotoOf(LAKSHMI)).toEqual(Buffer.from(bytes))
  })

  test("stays when a phone has sent it with another customer's work", async () => {
    const other = await newCustomer(server.deps.db)
    await server.deps.db.insert(recordedWork).values({
      id: randomUUID(),
      runnerId: RAVI.id,
      kind: 'settlement',
      contentHash: 'any',
      customerId: other.id,
      photoHashes: [key.hash],
    })
    expect((await erase()).printed).toContain(STAYED)
    expect(await readPhotoOf(RAVI)).toBeDefined()
  })

  /** What a record of another customer names it as. */
  type Naming = (customerId: number, url: string) => Promise<{ readonly status: number }>
  const namings: Readonly<Record<string, Naming>> = {
    'the packet of a settlement': (other, url) =>
      ravi.send('POST', '/api/settlements', settlementBody(other, { hair_photo_url: url })),
    'the packet of a payment': (other, url) =>
      ravi.send('POST', '/api/cash-payments', cashPaymentBody(other, { hair_photo_url: url })),
    'the receipt of a payment': (other, url) =>
      ravi.send('POST', '/api/cash-payments', cashPaymentBody(other, { cash_receipt_url: url })),
    'the packet of an order': (other, url) =>
      ravi.send('POST', '/api/orders', orderBody(other, { hair_photo_url: url })),
    'the receipt of an order': (other, url) =>
      ravi.send('POST', '/api/orders', orderBody(other, { cash_receipt_url: url })),
    'a later photo of a settlement': (other, url) =>
      nameLater('/api/settlements', settlementBody(other, { hair_photo_url: '' }), url),
    'a later photo of a payment': (other, url) =>
      nameLater('/api/cash-payments', cashPaymentBody(other, { hair_photo_url: '' }), url),
  }
  async function nameLater(path: string, deal: { readonly invoice_id: string }, url: string) {
    const taken = { reason: 'photo-lost', takenAt: new Date() }
    const row = { ...taken, invoiceId: deal.invoice_id, role: 'packet', number: 1, url } as const
    const sent = await ravi.send('POST', path, deal)
    await server.deps.db.insert(laterPhotos).values(row)
    return sent
  }

  test.each(Object.entries(namings))('stays when it is %s of another customer', async (_, name) => {
    const other = await newCustomer(server.deps.db)
    expect((await name(other.id, photoUrl(key))).status).toBe(201)
    expect((await erase()).printed).toContain(STAYED)
    expect(await readPhotoOf(RAVI)).toBeDefined()
  })

  test('stays when a later photo names it whose deal was taken out with its month', async () => {
    await server.deps.db.insert(laterPhotos).values({
      invoiceId: 'INV-1-AAAAAA',
      role: 'packet',
      number: 1,
      url: photoUrl(key),
      reason: 'photo-lost',
      takenAt: new Date(),
    })
    expect((await erase()).printed).toContain(STAYED)
    expect(await readPhotoOf(RAVI)).toBeDefined()
  })

  test('goes when two runners have stored it for deals of this customer only', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    await server.deps.db.update(customers).set({ runnerId: LAKSHMI.id }).where(eq(customers.id, id))
    await storePhoto(server.deps, LAKSHMI.id, bytes)
    await settle(lakshmi, id)
    expect((await erase()).printed[0]).toBe(`Erased customer ${id}, with 1 photo.`)
    expect(await server.deps.photoStore.get(key)).toBeUndefined()
  })

  test('stays for another runner whose photo arrives during the erase', async () => {
    const { photoStore } = server.deps
    let erased: Promise<unknown> | undefined
    const slow: PhotoStore = {
      ...photoStore,
      put: async (photo, content) => {
        await photoStore.put(photo, content)
        erased ??= erase()
        await erased
      },
    }
    await storePhoto({ ...server.deps, photoStore: slow }, LAKSHMI.id, bytes)
    expect(await readPhotoOf(LAKSHMI)).toEqual(Buffer.from(bytes))
  })
})
