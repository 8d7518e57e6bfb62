import { describe, expect, test } from 'vitest'
import { splitLines } from './lines.ts'

async function split(text: string, pieceBytes: number, most?: number): Promise<string[]> {
  const lines: string[] = []
  const pieces = inPieces(Buffer.from(text), pieceBytes)
  for await (const line of splitLines(pieces, 'the file', most)) lines.push(line)
  return lines
}

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length)
    yield await Promise.resolve(bytes.subarray(at, at + length))
}

describe('the lines of a text', () => {
  test.each([1, 3, 1000])('end at line feeds only, in pieces of %i bytes', async (length) => {
    const texts = [
      'A\u2028B',
      'A\u2029B',
      'A\rB',
      'A\u0085B',
      'A\u000BB\u000CC',
      'లక్ష్మి',
      '\uFEFFA',
      '',
    ]
    expect(await split(`${texts.join('\n')}\n`, length)).toEqual(texts)
  })

  test('end also at the end of the text, and an empty text has none', async () => {
    expect(await split('a\n\nb', 2)).toEqual(['a', '', 'b'])
    expect(await split('', 2)).toEqual([])
  })

  test('are refused when one is too long, however the text arrives', async () => {
    expect(await split('12345\n12345\n', 100, 5)).toEqual(['12345', '12345'])
    for (const length of [1, 100])
      await expect(split('12345\n123456', length, 5)).rejects.toThrow(
        'Line 2 of the file has more than 5 bytes.',
      )
  })
})
