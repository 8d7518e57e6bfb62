import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { photos } from '../../db/schema.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'

describe.each(opsWays)('the verify command %s', (_way, kind) => {
  const server = useOps(kind)
  const verify = (...words: string[]) => runOps('.', server.env, ['verify', ...words])
  const fileOf = (hash: string) =>
    join(server.deps.config.dataDir, 'photos', hash.slice(0, 2), `${hash}.png`)

  async function newPhoto(background: string): Promise<string> {
    const create = { width: 4, height: 4, channels: 3, background } as const
    const bytes = await sharp({ create }).png().toBuffer()
    return (await storePhoto(server.deps, RAVI.id, bytes)).hash
  }

  beforeAll(() => storeRunners(server.deps.db))

  test('finds nothing to say about whole photos', async () => {
    expect(await verify()).toEqual({
      code: 0,
      printed: ['0 photos: 0 missing, 0 damaged.'],
      errors: [],
    })
    await newPhoto('#112233')
    expect((await verify()).printed).toEqual(['1 photo: 0 missing, 0 damaged.'])
  })

  test('names a deleted and a changed photo with their deals', async () => {
    const [gone, changed] = [await newPhoto('#aa0000'), await newPhoto('#00aa00')]
    const customer = await newCustomer(server.deps.db)
    const body = settlementBody(customer.id, {
      hair_photo_url: photoUrl({ hash: gone, type: 'image/png' }),
    })
    const ravi = await server.signIn(RAVI.phone)
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    rmSync(fileOf(gone))
    const bytes = readFileSync(fileOf(changed))
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(fileOf(changed), bytes)

    const { code, printed, errors } = await verify()
    expect({ code, printed }).toEqual({ code: 1, printed: ['3 photos: 1 missing, 1 damaged.'] })
    expect(errors.toSorted()).toEqual(
      [`${gone}: missing, in ${body.invoice_id}`, `${changed}: damaged, in no deal`].toSorted(),
    )
  })

  test('names the cash payment of a lost packet and of a lost receipt', async () => {
    const [packet, receipt] = [await newPhoto('#0000aa'), await newPhoto('#0000bb')]
    const customer = await newCustomer(server.deps.db)
    const body = cashPaymentBody(customer.id, {
      payout_method: 'cash',
      hair_photo_url: photoUrl({ hash: packet, type: 'image/png' }),
      cash_receipt_url: photoUrl({ hash: receipt, type: 'image/png' }),
    })
    const ravi = await server.signIn(RAVI.phone)
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    for (const hash of [packet, receipt]) rmSync(fileOf(hash))
    const { errors } = await verify()
    for (const hash of [packet, receipt])
      expect(errors).toContain(`${hash}: missing, in ${body.invoice_id}`)
  })

  test('makes the list of deals name a changed photo, until its runner has sent it again', async () => {
    const hash = await newPhoto('#0000cc')
    const customer = await newCustomer(server.deps.db)
    const body = settlementBody(customer.id, {
      hair_photo_url: photoUrl({ hash, type: 'image/png' }),
    })
    const ravi = await server.signIn(RAVI.phone)
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    const listLost = async () => {
      const { printed } = await runOps('.', server.env, ['deals'])
      const at = printed.findIndex((line) => line.startsWith(body.invoice_id))
      expect(at).not.toBe(-1)
      return printed.slice(at, at + 5).filter((line) => line.includes('photo: lost'))
    }
    const bytes = readFileSync(fileOf(hash))
    writeFileSync(fileOf(hash), Buffer.alloc(bytes.length))
    await verify()
    expect(await listLost()).toHaveLength(1)
    await storePhoto(server.deps, RAVI.id, bytes)
    expect(await listLost()).toEqual([])
  })

  test('marks no photo when not one is in the folder, unless the operator says so', async () => {
    const { db, config } = server.deps
    await newPhoto('#123456')
    const folder = join(config.dataDir, 'photos')
    const [all, known] = [
      await db.$count(photos),
      await db.$count(photos, isNotNull(photos.lostAt)),
    ]
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder)
    expect(await verify()).toEqual({
      code: 1,
      printed: [],
      errors: [
        `None of the first ${all - known} photos is in ${folder}: this is another folder than that of the server, or its disk is away. Nothing was changed. If all photos are really lost, add --all-lost.`,
      ],
    })
    expect(await db.$count(photos, isNotNull(photos.lostAt))).toBe(known)
    const summary = `${all} photos: ${all} missing, 0 damaged.`
    expect((await verify('--all-lost')).printed).toEqual([summary])
    expect(await db.$count(photos, isNotNull(photos.lostAt))).toBe(all)
    // Now the empty folder is no news.
    expect((await verify()).printed).toEqual([summary])
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await verify()
    expect(await db.$count(photos, isNotNull(photos.lostAt))).toBe(known)
  })
})
