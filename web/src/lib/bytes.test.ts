import { expect, test } from 'vitest'
import { fromBase64, toBase64, toShortBase64 } from './bytes.ts'

const bytes = new Uint8Array([0, 10, 0x7f, 0xff]).buffer

test('bytes come back from base64, and a test sees a part of them, or others, as different', async () => {
  expect(fromBase64(toShortBase64(bytes)).buffer).toEqual(bytes)
  expect(fromBase64(await toBase64(bytes)).buffer).toEqual(bytes)
  expect({ bytes }).not.toEqual({ bytes: bytes.slice(1) })
  expect({ bytes }).not.toEqual({ bytes: new Uint8Array([0, 10, 0x7f, 0xfe]).buffer })
})
