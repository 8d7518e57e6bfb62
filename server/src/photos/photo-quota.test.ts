import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LAKSHMI, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import {
  newPhoto,
  TUS,
  tusRefusal,
  uploadCalls,
  UPLOADS,
} from '../../test/fixtures/upload-calls.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { photos } from '../db/schema.ts'
import { storePhoto } from './service.ts'

const DAY_MS = 86_400_000
const refused = tusRefusal(429, 'rate-limited')

describe.each(databaseKinds)('the quota of photos (%s) [R-7.040]', (kind) => {
  const server = useServer(kind, { PHOTOS_PER_DAY: '3', PHOTO_MB_PER_DAY: '1' })
  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  let ravi: Client
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(photos)
  })

  const announce = (client: Client) =>
    call(client, 'POST', UPLOADS, { headers: { ...TUS, 'upload-length': '100' } })
  const form = (client: Client) => client.send('POST', '/api/images', {})

  async function store(client: Client): Promise<void> {
    const photo = await newPhoto()
    expect((await patch(client, await create(client, photo.length), 0, photo)).status).toBe(204)
  }

  test('refuses one more photo with 429 and Retry-After, of this runner only', async () => {
    for (let photo = 0; photo < 3; photo += 1) await store(ravi)
    const reply = await announce(ravi)
    expect(reply).toMatchObject(refused)
    expect(reply.headers['retry-after']).toBe('300')
    expect((await form(ravi)).status).toBe(429)
    expect((await announce(lakshmi)).status).toBe(201)
  })

  test('does not stop an upload that has begun', async () => {
    const photo = await newPhoto()
    const url = await create(ravi, photo.length)
    for (let stored = 0; stored < 3; stored += 1) await store(ravi)
    expect((await announce(ravi)).status).toBe(429)
    expect((await offsetOf(ravi, url)).status).toBe(200)
    expect((await patch(ravi, url, 0, photo)).status).toBe(204)
  })

  test('accepts photos again after 24 hours', async () => {
    for (let photo = 0; photo < 3; photo += 1) await store(ravi)
    const later = new Date(Date.now() + DAY_MS)
    const clock = vi.spyOn(server.deps, 'now').mockReturnValue(later)
    const reply = await announce(ravi)
    clock.mockRestore()
    expect(reply.status).toBe(201)
  })

  test('refuses one more photo when the bytes are used up', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const drawing = { width: 700, height: 700, channels: 3, background: '#fff', noise } as const
    const large = await sharp({ create: drawing }).png().toBuffer()
    expect(large.length).toBeGreaterThan(1_000_000)
    await storePhoto(server.deps, RAVI.id, large)
    expect(await announce(ravi)).toMatchObject(refused)
  })

  test.each([
    [999_999, 201],
    [1_000_000, 429],
  ])('is used up by the last byte: after %i bytes, one more photo is %i', async (bytes, status) => {
    const rows = [bytes - 1, 1].map((part) => ({ hash: `of ${part}`, bytes: part }))
    const common = { runnerId: RAVI.id, type: 'image/jpeg' }
    await server.deps.db.insert(photos).values(rows.map((row) => ({ ...row, ...common })))
    expect((await announce(ravi)).status).toBe(status)
  })

  test('does not count the photos of a clock that was far ahead [R-7.071]', async () => {
    const createdAt = new Date(Date.now() + 365 * DAY_MS)
    const photo = { runnerId: RAVI.id, type: 'image/jpeg', bytes: 1_000_000 }
    await server.deps.db.insert(photos).values({ hash: 'of next year', createdAt, ...photo })
    expect((await announce(ravi)).status).toBe(201)
  })
})
