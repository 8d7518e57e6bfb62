import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dealWithLater, hashOf, newUrl, TAKEN_AT } from '../../../test/fixtures/later-photos.ts'
import { newFile } from '../../../test/fixtures/phone-file.ts'
import {
  newStoredPhoto,
  RAVI,
  settlementBody,
  storePhotoAs,
} from '../../../test/fixtures/records.ts'
import { useLaterPhotos } from '../../../test/setup/later-photos.ts'
import { opsWays, runOps } from '../../../test/setup/ops.ts'
import { cashPayments, orders, photos, settlements } from '../../db/schema.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'
import { localTime } from '../describe.ts'

describe.each(opsWays)('a photo that was taken after its deal, %s', (_, way) => {
  const { server, folder, importFile, ravi, customer, send, linesOf, rowsOf } = useLaterPhotos(way)
  const replacedLine = async (name: string, role: string, why: string) => {
    const row = (await rowsOf(name)).at(-1)!
    const times = `taken ${localTime(TAKEN_AT)} by the phone's clock, received ${localTime(row.createdAt.toISOString())}`
    return `! ${role} replaced after the deal, ${times}; the one before ${why}`
  }

  test.each(['settlement', 'cash-payment'] as const)(
    'is the photo of a %s that the office sees, and the record keeps its first address',
    async (kind) => {
      const { db } = server.deps
      const { first, entry, name, withLater } = await dealWithLater(kind, await customer())
      await send(entry)
      const before = await linesOf(name)
      expect(before).toContain('! packet photo: pending, still on the phone')
      expect(before.join()).not.toContain('replaced')

      const url = await newStoredPhoto(server.deps)
      const urls = { packet: url, ...(kind === 'cash-payment' && { receipt: newUrl() }) }
      const sent = await send(withLater(), urls)
      expect(sent).toMatchObject({ result: { outcome: 'recorded' }, isReplayed: false })
      const after = await linesOf(name)
      expect(after).toContain('  packet photo: received')
      expect(after).toContain(
        await replacedLine(name, 'packet photo', 'was no longer on the phone'),
      )
      const table = kind === 'settlement' ? settlements : cashPayments
      expect(await db.select().from(table).where(eq(table.invoiceId, name))).toMatchObject([
        { hairPhotoUrl: first },
      ])
      expect(await db.select().from(orders).where(eq(orders.invoiceId, name))).toMatchObject(
        kind === 'settlement' ? [] : [{ hairPhotoUrl: first, cashReceiptUrl: urls.receipt }],
      )

      expect(await send(withLater(), urls)).toMatchObject({
        result: { outcome: 'recorded' },
        isReplayed: true,
      })
      expect(await rowsOf(name)).toMatchObject([{ number: 1, role: 'packet', url }])
    },
  )

  test.each(['settlement', 'cash-payment'] as const)(
    'of a %s in an exported file is the same for the office',
    async (kind) => {
      const { db } = server.deps
      const id = await customer()
      const { first, name, exported, withLater } = await dealWithLater(kind, id)
      const entry = withLater({ reason: 'wrong-type' })
      const file = newFile([{ entry: entry as never, name, photos: exported }])
      expect((await importFile(file)).printed).toContain(`${name}: added`)
      expect((await importFile(file)).printed).toContain(`${name}: already stored`)
      const url = `/api/images/${exported[0]!.sha256}.jpg`
      expect(await rowsOf(name)).toMatchObject([
        { number: 1, role: 'packet', url, reason: 'wrong-type', takenAt: new Date(TAKEN_AT) },
      ])
      const lines = await linesOf(name)
      expect(lines).toContain('  packet photo: received')
      const why = 'was refused by the server: wrong-type'
      expect(lines).toContain(await replacedLine(name, 'packet photo', why))
      const table = kind === 'settlement' ? settlements : cashPayments
      expect(await db.select().from(table).where(eq(table.invoiceId, name))).toMatchObject([
        { hairPhotoUrl: first },
      ])

      // The phone sends it, too, when it has a network again.
      expect((await send(entry, { packet: url })).result).toMatchObject({ outcome: 'recorded' })
      expect(await rowsOf(name)).toHaveLength(1)
    },
  )

  test('of a receipt is shown as the receipt', async () => {
    const deal = await dealWithLater('cash-payment', await customer(), 'receipt')
    const { entry, name, withLater } = deal
    await send(entry)
    expect(await linesOf(name)).toContain('! cash receipt: pending, still on the phone')
    await send(withLater({ reason: '413' }), { receipt: await newStoredPhoto(server.deps) })
    const lines = await linesOf(name)
    expect(lines).toContain('  cash receipt: received')
    const why = 'was refused by the server: 413'
    expect(lines).toContain(await replacedLine(name, 'cash receipt', why))
    expect(lines.join()).not.toContain('packet photo replaced')
  })

  test('that is not in the file is known by its address, which the phone knew before the upload', async () => {
    const { name, withLater } = await dealWithLater('settlement', await customer())
    const url = newUrl()
    const file = newFile([{ entry: withLater({ url }) as never, name, photos: [] }])
    expect((await importFile(file)).printed[0]).toBe(
      `${name}: added, 1 of its photos is not in the file`,
    )
    expect(await rowsOf(name)).toMatchObject([{ url }])
  })

  test('is no other photo when it has the address of the first one', async () => {
    const { first, entry, name, withLater } = await dealWithLater('settlement', await customer())
    await storePhotoAs(server.deps, hashOf(first), RAVI.id)
    await send(entry)
    expect((await send(withLater({ url: first }), { packet: first })).isReplayed).toBe(true)
    expect(await rowsOf(name)).toEqual([])
    expect(await linesOf(name)).toEqual([])
  })

  test('does not take the place of a photo that the server has', async () => {
    const { first, entry, name, withLater } = await dealWithLater('settlement', await customer())
    await storePhotoAs(server.deps, hashOf(first), RAVI.id)
    await send(entry)
    await send(withLater(), { packet: newUrl() })
    const lines = await linesOf(name)
    expect(lines).toContain('  packet photo: received')
    expect(lines.join()).toContain('! packet photo replaced after the deal')
  })

  test('may be lost, too: the office sees the last one and how many there were', async () => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    await send(withLater(), { packet: newUrl() })
    expect(await linesOf(name)).toContain('! packet photo: pending, still on the phone')
    await send(withLater({ number: 2 }), { packet: await newStoredPhoto(server.deps) })
    const lines = await linesOf(name)
    expect(lines).toContain('  packet photo: received')
    expect(lines.join()).toContain('! packet photo replaced after the deal 2 times')
  })

  test('of another deal is found in both deals', async () => {
    const url = await newStoredPhoto(server.deps)
    const other = settlementBody(await customer(), { hair_photo_url: url })
    await ravi().send('POST', '/api/settlements', other)
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    await send(withLater(), { packet: url })
    const also = (id: string) => `! packet photo: also in ${id}`
    expect(await linesOf(name)).toContain(also(other.invoice_id))
    expect(await linesOf(other.invoice_id)).toContain(also(name))
  })

  test.each([
    ['a reason that forges a line', { reason: 'x\n! INV-1' }],
    ['a time of no calendar', { at: '2026-02-31T99:00:00Z' }],
    ['too many photos before it', { number: 21 }],
  ])('is refused with %s', async (_case, fields) => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    expect((await send(withLater(fields), { packet: newUrl() })).result).toMatchObject({
      outcome: 'not-recorded',
      status: 400,
    })
    expect(await rowsOf(name)).toEqual([])
  })

  test('of an unknown version names the version, by which the phone knows an older server', async () => {
    const { withLater } = await dealWithLater('settlement', await customer())
    expect((await send({ ...withLater(), version: 3 })).result).toMatchObject({
      status: 400,
      error: { code: 'bad-request', fields: [{ path: 'version' }] },
    })
  })

  test('is exported and erased with its customer', async () => {
    const { db } = server.deps
    const id = await customer()
    const { entry, name, withLater } = await dealWithLater('settlement', id)
    await send(entry)
    const create = { width: 4, height: 4, channels: 3, background: '#010203' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const url = photoUrl(await storePhoto(server.deps, RAVI.id, bytes))
    await send(withLater(), { packet: url })
    const words = ['customers', 'export', String(id), 'everything']
    const exported = await runOps(folder(), server.env, words)
    expect(exported.printed.join()).toContain('with 1 photo')
    const erased = await runOps('.', server.env, ['customers', 'erase', String(id), '--yes'])
    expect(erased.printed.join()).toContain('with 1 photo')
    expect(await rowsOf(name)).toMatchObject([{ url: '' }])
    const isPhoto = and(eq(photos.hash, hashOf(url)), eq(photos.runnerId, RAVI.id))
    expect(await db.$count(photos, isPhoto)).toBe(0)
    // A phone that had lost the answer does not bring the address back.
    await send(withLater(), { packet: url })
    expect(await rowsOf(name)).toMatchObject([{ url: '' }])
  })
})
