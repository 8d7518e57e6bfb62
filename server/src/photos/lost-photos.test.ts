/** Photos whose file is missing or damaged: how the office finds them, and when they are there again. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { laterPhotos, photos } from '../db/schema.ts'
import type { PhotoKey, PhotoStore } from './photo-store.ts'
import { hashOf, photoUrl } from './service.ts'
import { insertPhoto } from './store.ts'
import {
  type BadPhoto,
  noteLostPhotos,
  requireSomePhoto,
  type VerifyProgress,
  verifyPhotos,
} from './verify-photos.ts'

const type = 'image/jpeg'

describe.each(databaseKinds)('the check of all photos (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(photos)
  })

  const insert = (hash: string, runners: readonly { id: number }[]) =>
    server.deps.db
      .insert(photos)
      .values(runners.map(({ id }) => ({ hash, runnerId: id, type, bytes: 7 })))
  async function newPhoto(name: string, runners = [RAVI]): Promise<string> {
    const hash = hashOf(Buffer.from(name))
    await server.deps.photoStore.put({ hash, type }, Buffer.from(name))
    await insert(hash, runners)
    return hash
  }
  const remove = (hash: string) => server.deps.photoStore.delete({ hash, type })
  async function verify(photoStore: PhotoStore = server.deps.photoStore) {
    const reports: (BadPhoto | VerifyProgress)[] = []
    const found = await verifyPhotos({ ...server.deps, photoStore }, (item) => reports.push(item))
    return { found, reports }
  }
  const lostTimes = async (hash: string) => {
    const rows = await server.deps.db.select().from(photos).where(eq(photos.hash, hash))
    return rows.map(({ lostAt }) => lostAt)
  }

  test('finds what is missing, changed or unreadable, and nothing else', async () => {
    const whole = await newPhoto('whole')
    const gone = await newPhoto('gone', [RAVI, LAKSHMI])
    const changed = await newPhoto('changed')
    const unreadable = await newPhoto('unreadable')
    await remove(gone)
    await server.deps.photoStore.put({ hash: changed, type }, Buffer.from('other'))
    const { dataDir } = server.deps.config
    const file = join(dataDir, 'photos', unreadable.slice(0, 2), `${unreadable}.jpg`)
    await rm(file)
    await mkdir(file)

    const { found, reports } = await verify()
    expect(found).toEqual({ checked: 4, missing: 1, damaged: 2 })
    expect(reports).toHaveLength(3)
    expect(reports).toEqual(
      expect.arrayContaining([
        { hash: gone, state: 'missing', invoiceIds: [] },
        { hash: changed, state: 'damaged', invoiceIds: [] },
        { hash: unreadable, state: 'damaged', invoiceIds: [] },
      ]),
    )
    const time = expect.any(Date) as Date
    expect(await lostTimes(whole)).toEqual([null])
    expect(await lostTimes(gone)).toEqual([time, time])
    expect([await lostTimes(changed), await lostTimes(unreadable)]).toEqual([[time], [time]])
    await rm(file, { recursive: true })
  })

  test('keeps since when a photo is lost, until its file is there again', async () => {
    const hash = await newPhoto('lost for a while', [RAVI, LAKSHMI])
    await remove(hash)
    await verify()
    const since = await lostTimes(hash)
    const other = await newPhoto('found by now')
    await noteLostPhotos(server.deps.db, [other])
    expect((await verify()).found).toEqual({ checked: 2, missing: 1, damaged: 0 })
    expect(await lostTimes(hash)).toEqual(since)
    expect(await lostTimes(other)).toEqual([null])
    await server.deps.photoStore.put({ hash, type }, Buffer.from('lost for a while'))
    expect(await verify()).toEqual({ found: { checked: 2, missing: 0, damaged: 0 }, reports: [] })
    expect(await lostTimes(hash)).toEqual([null, null])
  })

  test('is not needed for a lost photo that its runner sends again', async () => {
    const hash = await newPhoto('sent again')
    const other = await newPhoto('still lost')
    await noteLostPhotos(server.deps.db, [hash, other])
    await insertPhoto(server.deps.db, { hash, runnerId: RAVI.id, type, bytes: 7 })
    expect(await lostTimes(hash)).toEqual([null])
    expect(await lostTimes(other)).toEqual([expect.any(Date)])
  })

  test.each([
    ['the first', LAKSHMI],
    ['the second', RAVI],
  ])('finds a lost photo that only %s of its runners has sent again', async (_which, other) => {
    const hash = await newPhoto('of two runners', [RAVI, LAKSHMI])
    const lostAt = new Date()
    await server.deps.db.update(photos).set({ lostAt }).where(eq(photos.runnerId, other.id))
    expect(await verify()).toEqual({ found: { checked: 1, missing: 0, damaged: 0 }, reports: [] })
    expect(await lostTimes(hash)).toEqual([null, null])
  })

  test('does not lose a photo that its runner sends again between its first read and the mark', async () => {
    const hash = await newPhoto('sent again meanwhile')
    await remove(hash)
    const { db, photoStore } = server.deps
    const get = async (photo: PhotoKey) => {
      const read = await photoStore.get(photo)
      await photoStore.put({ hash, type }, Buffer.from('sent again meanwhile'))
      await insertPhoto(db, { hash, runnerId: RAVI.id, type, bytes: 7 })
      return read
    }
    expect(await verify({ ...photoStore, get })).toEqual({
      found: { checked: 1, missing: 0, damaged: 0 },
      reports: [],
    })
    expect(await lostTimes(hash)).toEqual([null])
  })

  test('does not miss a photo that an erase deletes meanwhile', async () => {
    const hash = await newPhoto('erased meanwhile')
    const { db, photoStore } = server.deps
    const get = async (photo: PhotoKey) => {
      await remove(hash)
      await db.delete(photos)
      return photoStore.get(photo)
    }
    expect(await verify({ ...photoStore, get })).toEqual({
      found: { checked: 1, missing: 0, damaged: 0 },
      reports: [],
    })
  })

  test('names all deals that have a lost photo, and no others', async () => {
    const hash = await newPhoto('in many deals')
    await remove(hash)
    const { id } = await newCustomer(server.deps.db)
    const url = photoUrl({ hash, type })
    const other = photoUrl({ hash: hashOf(Buffer.from('another')), type })
    const deals = [
      settlementBody(id, { hair_photo_url: url }),
      cashPaymentBody(id, { hair_photo_url: url, cash_receipt_url: other }),
      cashPaymentBody(id, { hair_photo_url: other, cash_receipt_url: url }),
      settlementBody(id, { hair_photo_url: other }),
    ]
    for (const deal of deals) {
      const path = 'payment_date' in deal ? '/api/cash-payments' : '/api/settlements'
      expect((await ravi.send('POST', path, deal)).status).toBe(201)
    }
    const names = deals.map(({ invoice_id }) => invoice_id)
    const [first = '', , , later = ''] = names
    const row = { role: 'packet', url, reason: 'photo-lost', takenAt: new Date() } as const
    await server.deps.db.insert(laterPhotos).values([
      { ...row, invoiceId: later, number: 1 },
      { ...row, invoiceId: first, number: 1 },
    ])
    const invoiceIds = names.toSorted()
    expect((await verify()).reports).toEqual([{ hash, state: 'missing', invoiceIds }])
  })

  test('reports after each hundred photos, each of which counts once', async () => {
    const files = new Map(
      Array.from({ length: 201 }, (_, at) => {
        const bytes = Buffer.from(`photo ${at}`)
        return [hashOf(bytes), bytes] as const
      }),
    )
    for (const hash of files.keys()) await insert(hash, [RAVI, LAKSHMI])
    const { photoStore } = server.deps
    const read = { ...photoStore, get: async ({ hash }: { hash: string }) => files.get(hash) }
    expect(await verify(read)).toEqual({
      found: { checked: 201, missing: 0, damaged: 0 },
      reports: [
        { photos: 100, of: 201 },
        { photos: 200, of: 201 },
      ],
    })
  })

  test('ends without a word about a photo when the failure is not one of its file', async () => {
    const hash = await newPhoto('whole, but not read')
    const get = async () => Promise.reject(new TypeError('a mistake of the server'))
    await expect(verify({ ...server.deps.photoStore, get })).rejects.toThrow(
      'a mistake of the server',
    )
    expect(await lostTimes(hash)).toEqual([null])
  })

  test.each(['EMFILE', 'ENFILE', 'ESTALE', 'ENOTCONN'])(
    'marks no photo as lost when the whole store fails with %s',
    async (code) => {
      const hash = await newPhoto('whole, but out of reach')
      const get = async () => Promise.reject(Object.assign(new Error(`${code}: open`), { code }))
      const failing = verify({ ...server.deps.photoStore, get })
      await expect(failing).rejects.toThrow(`The photos cannot be read (${code}: open)`)
      expect(await lostTimes(hash)).toEqual([null])
    },
  )

  test('looks for 50 photos that are not known as lost before it takes the store for another', async () => {
    const hashes = Array.from({ length: 52 }, (_, at) =>
      hashOf(Buffer.from(`row ${at}`)),
    ).toSorted()
    for (const hash of hashes) await insert(hash, [RAVI])
    await noteLostPhotos(server.deps.db, hashes.slice(0, 1))
    const requireSome = (there: number) => {
      const size = async ({ hash }: { hash: string }) => (hash === hashes[there] ? 7 : undefined)
      const photoStore = { ...server.deps.photoStore, size }
      return requireSomePhoto({ ...server.deps, photoStore }, 'FOLDER')
    }
    await expect(requireSome(50)).resolves.toBeUndefined()
    await expect(requireSome(51)).rejects.toThrow('None of the first 50 photos is in FOLDER')
  })
})
