import { Busboy } from '@fastify/busboy'
import { afterEach, expect, test, vi } from 'vitest'
import { receivePhoto } from './receive-photo.ts'

const TYPE = 'multipart/form-data; boundary=b'
const photoPart = (bytes: string) =>
  `--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n${bytes}\r\n`

afterEach(() => vi.restoreAllMocks())

test.each([1, 16 * 1024 - 80, 16 * 1024, 5_000_000])(
  'reads a photo of %i bytes',
  async (length) => {
    const bytes = 'x'.repeat(length)
    const body = Buffer.from(`${photoPart(bytes)}--b--\r\n`)
    expect((await receivePhoto(body, TYPE)).toString()).toBe(bytes)
  },
)

// 800,000 parts in 7 MB took four seconds, in which the server answered nobody.
test.each(['--b\r\n\r\n\r\n', '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n'])(
  'reads only the first of many parts %j',
  async (part) => {
    const write = vi.spyOn(Busboy.prototype, '_write')
    const body = Buffer.from(`${photoPart('x')}${part.repeat(20_000)}--b--\r\n`)
    await expect(receivePhoto(body, TYPE)).rejects.toMatchObject({ code: 'bad-request' })
    const read = write.mock.calls.map(([chunk]) => (chunk as Buffer).length)
    expect(read.reduce((sum, length) => sum + length)).toBeLessThan(50_000)
  },
)

test.each([
  ['ends in the head of a part', Buffer.from(photoPart('x').slice(0, 30)), TYPE],
  ['ends in the bytes of the photo', Buffer.from(photoPart('x').trimEnd()), TYPE],
  ['has another boundary', Buffer.from(`${photoPart('x')}--b--\r\n`), TYPE.replace('=b', '=c')],
  ['has no boundary', Buffer.from(`${photoPart('x')}--b--\r\n`), 'multipart/form-data'],
  ['has no type', Buffer.from(`${photoPart('x')}--b--\r\n`), undefined],
])('refuses a body that %s', async (_, body, type) => {
  await expect(receivePhoto(body, type)).rejects.toMatchObject({
    code: 'bad-request',
    // Not that the photo is missing.
    message: 'The multipart body is not readable.',
  })
})
