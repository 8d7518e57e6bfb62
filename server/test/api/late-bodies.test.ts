import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orders, photos, runners, settlements } from '../../src/db/schema.ts'
import { endSessionsOf, resumeRunner, suspendRunner } from '../../src/runners/office-service.ts'
import { newCustomer, orderBody, RAVI, settlementBody, storeRunners } from '../fixtures/records.ts'
import { newPhoto, PART, TUS, uploadCalls } from '../fixtures/upload-calls.ts'
import { type Client, FROM_OUR_PAGE } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

interface Sent {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly type?: string
  readonly body: Buffer | object
  readonly headers?: Record<string, string>
}

describe.each(databaseKinds)('a write whose body arrives after the session ended (%s)', (kind) => {
  const server = useServer(kind)
  const uploads = uploadCalls(() => server.app)
  let ravi: Client
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    await resumeRunner(server.deps, RAVI.phone)
    ravi = await server.signIn(RAVI.phone)
  })

  /** The server asks for the body when it has checked the session. Then `meanwhile` runs, and the body arrives. */
  async function send(
    { method, url, type = 'application/json', body, headers = {} }: Sent,
    meanwhile: () => Promise<unknown>,
  ) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const payload = new Readable({
      read() {
        void meanwhile().then(() => {
          this.push(bytes)
          this.push(null)
        })
      },
    })
    const answer = await server.app.inject({
      method,
      url,
      headers: { ...FROM_OUR_PAGE, cookie: ravi.cookie, 'content-type': type, ...headers },
      payload,
    })
    return { status: answer.statusCode, text: answer.payload }
  }

  const suspend = () => suspendRunner(server.deps, RAVI.phone)
  const isSuspendedOnly = () =>
    server.deps.db.update(runners).set({ suspendedAt: new Date() }).where(eq(runners.id, RAVI.id))
  const refused = { status: 401, text: expect.stringContaining('sign-in-required') as string }

  it.each([
    ['a suspension', suspend],
    ['a suspension that left the session', isSuspendedOnly],
    ['a sign-out', () => ravi.send('DELETE', '/api/sign-in/session')],
    ['the end of all sessions', () => endSessionsOf(server.deps, RAVI.phone)],
  ])('is refused after %s, and stores nothing', async (_end, end) => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const before = [await db.$count(orders), await db.$count(settlements)]
    const order: Sent = { method: 'POST', url: '/api/orders', body: orderBody(id) }
    expect(await send(order, end)).toEqual(refused)
    expect([await db.$count(orders), await db.$count(settlements)]).toEqual(before)
  })

  it('is refused for every call that stores something', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const stored = (await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(id))).body
    const status = { status: 'hold', notes: 'late' }
    const calls: Sent[] = [
      { method: 'POST', url: '/api/settlements', body: settlementBody(id) },
      { method: 'PUT', url: `/api/orders/${stored.id}`, body: { status: 'delivered' } },
      { method: 'PUT', url: `/api/customers/${id}`, body: status },
    ]
    for (const call of calls) {
      await resumeRunner(server.deps, RAVI.phone)
      ravi = await server.signIn(RAVI.phone)
      expect(await send(call, suspend), call.url).toEqual(refused)
    }
  })

  it('is answered with no stored answer, either', async () => {
    const { id } = await newCustomer(server.deps.db)
    const headers = { 'idempotency-key': 'late' }
    const order: Sent = { method: 'POST', url: '/api/orders', body: orderBody(id), headers }
    expect(await send(order, async () => undefined)).toMatchObject({ status: 201 })
    expect(await send(order, suspend)).toEqual(refused)
  })

  it('is refused when it is a photo, and a complete upload is stored after the next sign-in', async () => {
    const { db } = server.deps
    const before = await db.$count(photos)
    const photo = await newPhoto()
    const form = new FormData()
    form.append('image', new Blob([photo], { type: 'image/jpeg' }), 'packet.jpg')
    const multipart = new Response(form)
    const type = multipart.headers.get('content-type') ?? ''
    const body = Buffer.from(await multipart.arrayBuffer())
    const url = '/api/images'
    expect(await send({ method: 'POST', url, type, body }, suspend)).toEqual(refused)

    await resumeRunner(server.deps, RAVI.phone)
    ravi = await server.signIn(RAVI.phone)
    const upload = await uploads.create(ravi, photo.length)
    const headers = { ...TUS, 'upload-offset': '0' }
    const part: Sent = {
      method: 'PATCH',
      url: upload,
      type: PART['content-type'],
      body: photo,
      headers,
    }
    expect(await send(part, suspend)).toEqual(refused)
    expect(await db.$count(photos)).toBe(before)
    await resumeRunner(server.deps, RAVI.phone)
    ravi = await server.signIn(RAVI.phone)
    await uploads.offsetOf(ravi, upload)
    expect(await db.$count(photos)).toBe(before + 1)
  })
})
