import { beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../../api/client.ts'
import { createUpload, readOffset, sendFrom } from './tus.ts'

type Message = Parameters<Client['request']>
type Reply = Awaited<ReturnType<Client['request']>>

const request = vi.fn<(...message: Message) => Promise<Reply>>()
const onPart = vi.fn<() => void>()
beforeEach(() => {
  request.mockReset()
  onPart.mockReset()
})

/** @param headers of the replies, in the order of the calls */
function answer(...replies: readonly [number, Record<string, string>?, string?][]) {
  for (const [status, headers = {}, body = ''] of replies)
    request.mockResolvedValueOnce({ status, headers: new Headers(headers), body } as Reply)
}
const at = (offset: number) => ({ 'upload-offset': String(offset) })
const send = (size: number, start = 0) =>
  sendFrom(request, { id: 'u1', bytes: new ArrayBuffer(size), start, onPart })
const sizes = () => request.mock.calls.map(([, { body }]) => (body as ArrayBuffer).byteLength)
const sent = () => request.mock.calls.map(([path, message]) => ({ path, ...message }))

test('an upload is created with its length and its key, and its id is the end of its address', async () => {
  answer([201, { location: 'https://veni.example/api/uploads/1-7' }])
  expect(await createUpload(request, 3, 'photo:a')).toBe('1-7')
  expect(sent()).toEqual([
    {
      path: '/api/uploads',
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '3', 'idempotency-key': 'photo:a' },
    },
  ])
})

test.each([
  ['of another status', 200, { location: '/api/uploads/1-7' }],
  ['without an address', 201, {}],
  ['with an address without an id', 201, { location: '/api/uploads/' }],
])('a reply %s has created no upload', async (_what, status, headers) => {
  answer([status, headers])
  await expect(createUpload(request, 3, 'key')).rejects.toMatchObject({ kind: 'bad-reply' })
})

test.each([404, 405, 501])('a %i says that the server does not offer uploads', async (status) => {
  answer([status])
  const created = createUpload(request, 3, 'key')
  await expect(created).rejects.toMatchObject({ kind: 'status', detail: { status } })
})

test('a refused upload has the code of our server and the wait that it asks for', async () => {
  const body = JSON.stringify({ error: { code: 'rate-limited', message: 'Later.' } })
  answer([429, { 'retry-after': '7' }, body])
  await expect(createUpload(request, 3, 'key')).rejects.toMatchObject({
    kind: 'status',
    detail: { status: 429, code: 'rate-limited', retryAfterMs: 7_000 },
  })
})

test.each([
  ['the bytes that have arrived', 200, at(5), 5],
  ['that none has arrived', 200, at(0), 0],
  ['that it has no such upload', 404, {}, undefined],
  ['that the upload has ended', 410, {}, undefined],
])('the server says %s', async (_what, status, headers, offset) => {
  answer([status, headers])
  expect(await readOffset(request, 'u1')).toBe(offset)
  expect(sent()).toEqual([
    { path: '/api/uploads/u1', method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } },
  ])
})

test.each([
  ['without an offset', 200, {}],
  ['with a negative offset', 200, at(-1)],
  ['with a text as the offset', 200, { 'upload-offset': 'many' }],
  ['of another status', 204, at(5)],
])('a reply %s says nothing about an upload', async (_what, status, headers) => {
  answer([status, headers])
  await expect(readOffset(request, 'u1')).rejects.toMatchObject({ kind: 'bad-reply' })
})

test('each part has its offset, and a key of its own, and the last reply has the address', async () => {
  const size = 64 * 1024 + 3
  answer([204, at(64 * 1024)], [204, { ...at(size), 'content-location': '/api/images/a.jpg' }])
  expect(await send(size)).toBe('/api/images/a.jpg')
  const part = (offset: number) => ({
    path: '/api/uploads/u1',
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'idempotency-key': `u1:${offset}`,
    },
  })
  expect(sent()).toMatchObject([part(0), part(64 * 1024)])
  expect(sizes()).toEqual([64 * 1024, 3])
  expect(onPart).toHaveBeenCalledTimes(2)
})

test('a part counts as stored also when the next one fails, and only when its reply is valid', async () => {
  answer([204, at(64 * 1024)], [200, at(64 * 1024 + 3)])
  await expect(send(64 * 1024 + 3)).rejects.toMatchObject({ kind: 'bad-reply' })
  expect(onPart).toHaveBeenCalledTimes(1)
})

test('a server that has taken only a part of the bytes gets the rest', async () => {
  answer([204, at(1)], [204, at(3)])
  expect(await send(3)).toBe('')
  expect(sent().map(({ headers }) => headers)).toMatchObject([at(0), at(1)])
})

test('a server that has more than it acknowledged gets only what is missing', async () => {
  answer([409], [200, at(2)], [204, at(3)])
  await send(3)
  expect(sent().map(({ method, headers }) => [method, headers])).toMatchObject([
    ['PATCH', at(0)],
    ['HEAD', {}],
    ['PATCH', at(2)],
  ])
})

test.each([
  ['is where it was', 200, at(1)],
  ['is further back', 200, at(0)],
  ['is gone', 404, {}],
])(
  'an upload that the server refuses to continue, and that %s, has failed',
  async (_how, status, headers) => {
    answer([409], [status, headers])
    await expect(send(3, 1)).rejects.toMatchObject({ kind: 'bad-reply' })
    expect(request).toHaveBeenCalledTimes(2)
  },
)

test.each([
  ['no byte more', at(0)],
  ['no offset', {}],
])('a server that acknowledges %s is not asked for ever', async (_what, headers) => {
  answer([204, headers])
  await expect(send(3)).rejects.toMatchObject({ kind: 'bad-reply' })
  expect(request).toHaveBeenCalledTimes(1)
})

test('when all bytes have arrived an empty part asks for the address', async () => {
  answer([204, { ...at(3), 'content-location': '/api/images/a.jpg' }])
  expect(await send(3, 3)).toBe('/api/images/a.jpg')
  expect(sizes()).toEqual([0])
})
