import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import type { Client } from '../../../test/setup/client.ts'
import { listLockWaits } from '../../../test/setup/lock-waits.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { cashPayments, idempotencyKeys, orders, settlements } from '../../db/schema.ts'
import { eraseCustomer } from '../../customers/personal-data.ts'
import type { PhotoStore } from '../../photos/photo-store.ts'
import { findShownPhoto, hashOf, shownPhotoKey, storePhoto } from '../../photos/service.ts'

describe.each(opsWays)('what arrives for an erased customer, %s', (_way, kind) => {
  const server = useOps(kind)
  let ravi: Client
  let id: number
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    id = (await newCustomer(server.deps.db)).id
    // The history has the runner now, so that a deal of this runner is taken later, too.
    await send('PUT', `/api/customers/${id}`, { status: 'hold', notes: '' })
  })

  const erase = () => runOps('.', server.env, ['customers', 'erase', `${id}`, '--yes'])
  const photoFile = (hash: string) =>
    join(server.deps.config.dataDir, 'photos', hash.slice(0, 2), `${hash}.jpg`)
  const urlOf = (hash: string) => `/api/images/${hash}.jpg`
  const secret = `secret ${randomUUID()}`
  const person = {
    customer_name: secret,
    location: { latitude: 17.123, longitude: 78.456, address: secret, accuracy_m: 5, age_s: 1 },
  }
  const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const key = { 'idempotency-key': randomUUID() }
    const { status, body: answer } = await ravi.send<{ id: number }>(method, url, body, key)
    expect(status).toBeLessThan(300)
    return answer
  }
  /** Everything of the customer, and the stored answers. */
  const stored = async () => {
    const { db } = server.deps
    return JSON.stringify([
      await db.select().from(orders).where(eq(orders.customerId, id)),
      await db.select().from(settlements).where(eq(settlements.customerId, id)),
      await db.select().from(cashPayments).where(eq(cashPayments.customerId, id)),
      await db.select().from(idempotencyKeys),
    ])
  }

  test('is stored with its amounts, and without what identifies the customer', async () => {
    const before = await send('POST', '/api/orders', orderBody(id))
    await erase()
    const settlement = settlementBody(id, person)
    const payment = cashPaymentBody(id, person)
    expect(await send('POST', '/api/settlements', settlement)).toMatchObject({ hair_value: 350 })
    expect(await send('POST', '/api/cash-payments', payment)).toMatchObject({ hair_value: 350 })
    const texts = { product_name: secret, hair_weight: secret, cash_amount: secret }
    const notes = { customer_notes: secret, runner_notes: secret, delivery_address: secret }
    const order = await send('POST', '/api/orders', { ...orderBody(id), ...texts, ...notes })
    const delivered = {
      status: 'delivered',
      runner_notes: secret,
      payment_type: secret,
      delivery_date: secret,
      actual_amount: 500,
    }
    for (const one of [before, order]) await send('PUT', `/api/orders/${one.id}`, delivered)
    // Without its key, as an import of the phone's file sends it.
    expect((await ravi.send('PUT', `/api/orders/${order.id}`, delivered)).status).toBe(200)
    const rows = await stored()
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain('17.123')
    expect(rows).toContain('"actualAmountPaise":50000')
    expect(rows).toContain(settlement.invoice_id)
    // The same record again is the same deal.
    expect((await ravi.send('POST', '/api/settlements', settlement)).status).toBe(201)
    expect((await erase()).printed.slice(0, 2)).toEqual([
      `Erased customer ${id} again, with 0 photos.`,
      `Received since the erase before: ${[payment.invoice_id, settlement.invoice_id, `order ${order.id}`].toSorted().join(', ')}.`,
    ])
    expect((await erase()).printed).toEqual([
      `Erased customer ${id} again, with 0 photos.`,
      'Backups that were made before still have the data.',
    ])
  })

  test('can have photos, which the office sees and a second erase deletes', async () => {
    const [early, late] = [await newPhoto(), await newPhoto()]
    const named = settlementBody(id, { hair_photo_url: urlOf(hashOf(early)) })
    await send('POST', '/api/settlements', named)
    expect((await erase()).printed).toContain(
      '1 photo may still arrive; then run this command again.',
    )
    await storePhoto(server.deps, RAVI.id, early)
    await storePhoto(server.deps, RAVI.id, late)
    await send('POST', '/api/cash-payments', {
      ...cashPaymentBody(id),
      hair_photo_url: urlOf(hashOf(late)),
    })
    const due = `! customer ${id} is erased, and a photo came later: erase the customer again`
    const { printed } = await runOps('.', server.env, ['deals', '--attention'])
    expect(printed.filter((line) => line === due)).toHaveLength(2)
    expect((await erase()).printed[0]).toBe(`Erased customer ${id} again, with 2 photos.`)
    for (const photo of [early, late]) expect(existsSync(photoFile(hashOf(photo)))).toBe(false)
    expect(await stored()).not.toContain('/api/images/')
    expect((await runOps('.', server.env, ['deals'])).printed).not.toContain(due)
  })

  test('is no deleted photo when its file was not in this DATA_DIR', async () => {
    const [here, elsewhere] = [await newPhoto(), await newPhoto()]
    for (const photo of [here, elsewhere]) {
      await storePhoto(server.deps, RAVI.id, photo)
      const url = urlOf(hashOf(photo))
      await send('POST', '/api/settlements', settlementBody(id, { hair_photo_url: url }))
    }
    rmSync(photoFile(hashOf(elsewhere)))
    const { code, printed, errors } = await erase()
    expect([code, printed[0]]).toEqual([1, `Erased customer ${id}, with 1 photo.`])
    expect(errors).toEqual([expect.stringContaining(`${hashOf(elsewhere)}.jpg was not found`)])
    expect(await erase()).toMatchObject({ code: 0, errors: [] })
  })

  const newShownPhoto = async () => {
    const { hash } = await storePhoto(server.deps, RAVI.id, await newPhoto())
    await send('POST', '/api/settlements', settlementBody(id, { hair_photo_url: urlOf(hash) }))
    return hash
  }

  test('is no copy of a photo that a phone has shown before the erase', async () => {
    const hash = await newShownPhoto()
    expect(await findShownPhoto(server.deps, RAVI.id, hash)).toBeDefined()
    expect(await server.deps.shownPhotoStore.get(shownPhotoKey(hash))).toBeDefined()
    await erase()
    expect(await server.deps.shownPhotoStore.get(shownPhotoKey(hash))).toBeUndefined()
  })

  test('is no copy of a photo that was being encoded during the erase', async () => {
    const hash = await newShownPhoto()
    const photoDecoder = {
      ...server.deps.photoDecoder,
      encodeShown: async (runnerId: number, bytes: Uint8Array) => {
        const shown = await server.deps.photoDecoder.encodeShown(runnerId, bytes)
        await erase()
        return shown
      },
    }
    expect(await findShownPhoto({ ...server.deps, photoDecoder }, RAVI.id, hash)).toBeUndefined()
    expect(await server.deps.shownPhotoStore.get(shownPhotoKey(hash))).toBeUndefined()
  })

  test('is no copy of a photo that was stored while the erase had not ended', async () => {
    const hash = await newShownPhoto()
    const { deps } = server
    const moments = new EventEmitter()
    const encodes = once(moments, 'encodes')
    const erasesFiles = once(moments, 'erases files')
    const storesCopy = once(moments, 'stores copy')
    const shown = findShownPhoto(
      {
        ...deps,
        photoDecoder: {
          ...deps.photoDecoder,
          encodeShown: async (runnerId, bytes) => {
            moments.emit('encodes')
            const encoded = await deps.photoDecoder.encodeShown(runnerId, bytes)
            await erasesFiles
            return encoded
          },
        },
        shownPhotoStore: {
          ...deps.shownPhotoStore,
          put: async (key, bytes) => {
            const isNew = await deps.shownPhotoStore.put(key, bytes)
            moments.emit('stores copy')
            return isNew
          },
        },
      },
      RAVI.id,
      hash,
    )
    // The embedded database has one connection, which the erase uses alone.
    await encodes
    // The erase deletes this copy first, then the photo, and then it ends. Until it ends, the call has to wait: on
    // PostgreSQL for the row, in the embedded database for its connection.
    const isWaiting = async () => kind === 'embedded' || (await listLockWaits(deps.db)).length > 0
    const deletePhoto: PhotoStore['delete'] = async (key) => {
      moments.emit('erases files')
      await storesCopy
      await Promise.race([shown, vi.waitUntil(isWaiting, { timeout: 60_000 })])
      return deps.photoStore.delete(key)
    }
    await eraseCustomer({ ...deps, photoStore: { ...deps.photoStore, delete: deletePhoto } }, id)
    expect(await shown).toBeUndefined()
    expect(await deps.shownPhotoStore.get(shownPhotoKey(hash))).toBeUndefined()
  })
})
