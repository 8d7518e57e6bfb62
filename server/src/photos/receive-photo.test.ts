import { Busboy } from '@fastify/busboy'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { afterEach, expect, test, vi } from 'vitest'
import { receivePhoto } from './receive-photo.ts'

const TYPE = 'multipart/form-data; boundary=b'
const photoPart = (bytes: string) =>
  `--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n${bytes}\r\n`

afterEach(() => vi.restoreAllMocks())

test.each([1, 16 * 1024 - 80, 16 * 1024, MAX_PHOTO_BYTES])(
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

const field = (name: string, text: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const receive = (...parts: string[]) =>
  receivePhoto(Buffer.from(`${parts.join('')}--b--\r\n`), TYPE)
const base64 = Buffer.from('photo').toString('base64')

test.each([
  ['base64', base64],
  ['a data URL', `data:image/jpeg;base64,${base64}`],
  ['a data URL without a type', `data:,${base64}`],
])('reads a photo that is text: %s', async (_, text) => {
  expect((await receive(field('image', text))).toString()).toBe('photo')
})

test('reads a long photo that is text', async () => {
  const bytes = 'x'.repeat(3_000_000)
  const text = Buffer.from(bytes).toString('base64')
  expect((await receive(field('image', text))).toString()).toBe(bytes)
})

// A search for such a beginning at each place of the text would take hours, and the server would answer no other call.
test('reads a text with a million beginnings of a data URL at once', async () => {
  expect(await receive(field('image', 'data:'.repeat(1_000_000)))).toHaveLength(3_000_000)
})

test('takes the first text with the name `image`, and no part with another name', async () => {
  const other = field('image', Buffer.from('other').toString('base64'))
  expect((await receive(field('image', base64), other)).toString()).toBe('photo')
  expect((await receive(field('note', base64), photoPart('file'))).toString()).toBe('file')
  const refusal = { code: 'bad-request', message: 'No file provided' }
  await expect(receive(field('note', base64))).rejects.toMatchObject(refusal)
  await expect(receive(photoPart('file').replace('"image"', '"note"'))).rejects.toMatchObject(
    refusal,
  )
  await expect(receive(field('image', ''))).rejects.toMatchObject(refusal)
})

test('reads a photo among six parts, and none among seven', async () => {
  const fields = Array.from({ length: 5 }, (_, at) => field(`note-${at}`, 'x'))
  expect((await receive(...fields, photoPart('file'))).toString()).toBe('file')
  await expect(receive(...fields, photoPart('file'), photoPart('more'))).rejects.toMatchObject({
    message: 'The multipart body is not readable.',
  })
})

test.each([undefined, {}, 'text'])(
  'finds no photo in a body that is no bytes: %j',
  async (body) => {
    await expect(receivePhoto(body, TYPE)).rejects.toMatchObject({
      code: 'bad-request',
      message: 'No file provided',
    })
  },
)

test('refuses a photo of more than 5 MB', async () => {
  await expect(receive(photoPart('x'.repeat(MAX_PHOTO_BYTES + 1)))).rejects.toMatchObject({
    code: 'too-large',
    message: 'File size too large. Maximum 5MB allowed.',
  })
})
