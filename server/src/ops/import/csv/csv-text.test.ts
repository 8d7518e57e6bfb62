import { describe, expect, test } from 'vitest'
import { decodeCsv } from './csv-text.ts'

async function decode(...chunks: (string | Uint8Array)[]): Promise<string> {
  let text = ''
  for await (const piece of decodeCsv(streamOf(chunks))) text += piece
  return text
}

async function* streamOf(chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk))
}

describe('the text of a CSV file', () => {
  test.each([
    ['with a byte order mark', ['\uFEFFid,name'], 'id,name'],
    ['with a byte order mark in pieces', [[0xef], [0xbb], [0xbf, 0x69], 'd'], 'id'],
    ['shorter than any signature', ['id'], 'id'],
    ['with Windows line ends', ['a\r\nb\r\n'], 'a\nb\n'],
    ['with a Windows line end cut in two', ['abcd\r', '\nb'], 'abcd\nb'],
    ['with two line ends cut in two', ['abcd\r', '\n', '\nb'], 'abcd\n\nb'],
    ['with the line ends of old Macs', ['abcd\r', 'b\rc'], 'abcd\nb\nc'],
    ['in Telugu, cut within a letter', splitAt('పేరు,లక్ష్మి', 4), 'పేరు,లక్ష్మి'],
  ])('%s', async (_, chunks, expected) => {
    expect(await decode(...chunks.map((chunk) => Buffer.from(chunk as string)))).toBe(expected)
  })

  test.each([
    ['nothing', Buffer.of(), 'The file is empty.'],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004rest'), /^This is an Excel workbook or a zip/],
    ['a PDF', Buffer.from('%PDF-1.7'), /^This is a PDF, not a CSV file/],
    ['UTF-16', Buffer.from('\uFEFFid,name', 'utf16le'), /^This is UTF-16 text/],
    ['UTF-16 without a mark', Buffer.from('id,name', 'utf16le'), /^This is not a text file/],
    ['a binary file', Buffer.from('abcd\0efgh'), /^This is not a text file/],
    ['Windows Latin text', Buffer.from('id,name\n1,A\n2,é\n', 'latin1'), /^Line 3 is not UTF-8/],
    ['half a letter at the end', Buffer.from('id\nabc లు').subarray(0, -1), /^Line 2 is not UTF-8/],
  ])('refuses %s', async (_, bytes, sentence) => {
    await expect(decode(bytes)).rejects.toThrow(sentence)
  })
})

function splitAt(text: string, byte: number): Buffer[] {
  const bytes = Buffer.from(text)
  return [bytes.subarray(0, byte), bytes.subarray(byte)]
}
