import { EventEmitter } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitCallsAtOnce } from '../../src/limits/calls-at-once.ts'
import { LAKSHMI, RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto, UPLOADS, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

function newRequest(id: number) {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const raw = new EventEmitter()
  const request = { method: 'POST', runner: { id, name: '' }, raw: { socket } }
  return {
    request: request as unknown as FastifyRequest,
    raw,
    socket,
    reply: { raw } as unknown as FastifyReply,
  }
}

describe('photos that are on their way at the same time', () => {
  const server = useServer('embedded')
  const { call, create } = uploadCalls(() => server.app)
  let port = 0
  const clients: Client[] = []
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    for (const { phone } of [RAVI, LAKSHMI]) clients.push(await server.signIn(phone))
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })

  /** Starts a request whose body does not come. */
  function start(client: Client, request: string, headers: readonly string[]) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const state = { socket, answer: '' }
    socket.on('data', (chunk: Buffer) => (state.answer += String(chunk)))
    socket.on('error', () => undefined)
    const all = [
      'host: localhost',
      'sec-fetch-site: same-origin',
      `cookie: ${client.cookie}`,
      'content-length: 1000000',
      // The server asks for the body when nothing refused the request.
      'expect: 100-continue',
      ...headers,
    ]
    socket.write([`${request} HTTP/1.1`, ...all, '', ''].join('\r\n'))
    return state
  }
  const multipart = (client: Client) =>
    start(client, 'POST /api/images', ['content-type: multipart/form-data; boundary=x'])
  const refusals = (states: readonly { answer: string }[], line: string) =>
    states.filter(({ answer }) => answer.includes(line)).length

  test('are four of a runner, and more wait until one of them has ended', async () => {
    const [ravi, lakshmi] = clients as [Client, Client]
    const states = Array.from({ length: 6 }, () => multipart(ravi))
    await expect.poll(() => refusals(states, 'HTTP/1.1 429')).toBe(2)
    const refused = states.filter(({ answer }) => answer.includes('HTTP/1.1 429'))
    for (const { answer } of refused) expect(answer.toLowerCase()).toContain('retry-after: 30')
    const form = new FormData()
    form.append('image', new Blob([await newPhoto()], { type: 'image/jpeg' }), 'packet.jpg')
    const send = (client: Client) =>
      fetch(`http://127.0.0.1:${port}/api/images`, {
        method: 'POST',
        headers: { cookie: client.cookie, 'sec-fetch-site': 'same-origin' },
        body: form,
      })
    expect((await send(ravi)).status).toBe(429)
    expect((await send(lakshmi)).status).toBe(201)
    for (const { socket } of states) socket.destroy()
    await expect.poll(async () => (await send(ravi)).status).toBe(201)
  })

  test('have a limit for everybody, which is 503 with Retry-After', async () => {
    const hook = limitCallsAtOnce({ perRunner: 2, total: 3 })
    const begin = async (id: number) => {
      const { request, raw, reply } = newRequest(id)
      await hook(request, reply)
      return () => void raw.emit('close')
    }
    const ends = [await begin(1), await begin(1), await begin(2)]
    await expect(begin(1)).rejects.toMatchObject({ status: 429 })
    await expect(begin(3)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 })
    ends[0]?.()
    await begin(3)
    await expect(begin(1)).rejects.toMatchObject({ status: 503 })
  })

  test('hold no place of a phone that has gone, whether before the limit is checked or after', async () => {
    const hook = limitCallsAtOnce({ perRunner: 1, total: 1 })
    for (const end of ['before', 'answer', 'connection'] as const) {
      const { request, raw, socket, reply } = newRequest(1)
      socket.destroyed = end === 'before'
      await hook(request, reply)
      // A pipelined answer has no event of its own when its connection ends.
      if (end === 'answer') raw.emit('close')
      if (end === 'connection') socket.emit('close')
      expect([raw, socket].map((one) => one.listenerCount('close'))).toEqual([0, 0])
    }
    const { request, reply } = newRequest(1)
    await hook(request, reply)
    await expect(hook(request, reply)).rejects.toMatchObject({ status: 429 })
  })

  const part = (client: Client, upload: string) =>
    start(client, `PATCH ${upload}`, [
      'tus-resumable: 1.0.0',
      'upload-offset: 0',
      'content-type: application/offset+octet-stream',
    ])

  test('are eight calls of a runner for one upload, also those that wait for another one', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const upload = await create(ravi, 1_000_000)
    const running = part(ravi, upload)
    await expect.poll(() => running.answer).toContain('100 Continue')
    const ask = async () => (await call(ravi, 'HEAD', upload)).status
    const statuses = await Promise.all(Array.from({ length: 30 }, ask))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // A call that has its answer makes room for another one.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
    expect(await ask()).toBe(200)
  })

  test('are eight parts of a runner', async () => {
    const [, lakshmi] = clients as [Client, Client]
    const uploads: string[] = []
    // One each: a part ends another one of the same upload.
    while (uploads.length < 10) uploads.push(await create(lakshmi, 1_000_000))
    const states = uploads.map((upload) => part(lakshmi, upload))
    await expect.poll(() => refusals(states, 'HTTP/1.1 429')).toBe(2)
    expect(uploads.every((upload) => upload.startsWith(UPLOADS))).toBe(true)
  })
})
