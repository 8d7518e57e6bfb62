import { describe, expect, test } from 'vitest'
import { readCsvRows } from './csv-rows.ts'

async function read(text: string) {
  const rows: [number, ...string[]][] = []
  for await (const { line, values } of readCsvRows(inPieces(text))) rows.push([line, ...values])
  return rows
}

/** A file arrives in pieces of any length. */
async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 7) yield await Promise.resolve(text.slice(at, at + 7))
}

describe('rows of a CSV text', () => {
  test('keep commas, quotes and newlines of quoted values', async () => {
    expect(await read('a,b\n"1,2","say ""yes"""\n"first\nsecond",3\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1,2', 'say "yes"'],
      [3, 'first\nsecond', '3'],
    ])
  })

  test('have the line on which they start, also after quoted newlines and blank rows', async () => {
    const rows = await read('a,b\n1,"x\ny"\n\n2,"q"\n,\n3,z\n4,"p\n\nq"\n5,last')
    expect(rows.map(([line, id]) => [line, id])).toEqual([
      [1, 'a'],
      [2, '1'],
      [5, '2'],
      [7, '3'],
      [8, '4'],
      [11, '5'],
    ])
  })

  test('may have 1,000 columns, and many rows together more characters than one may have', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `${at},"a ""b""\n,"${','.repeat(998)}`)
    const found = await read(rows.join('\n'))
    expect(found.map(([line, ...values]) => [line, values.length])).toEqual(
      rows.map((_, at) => [at * 2 + 1, 1_000]),
    )
  })

  test.each([
    [
      'a quote that never closes',
      'a,b\n1,x\n2,"y\n3,z\n',
      'opens on line 3 or soon after is never closed',
    ],
    ['a quote without its end', `a\n"${'x\n'.repeat(80_000)}`, 'is never closed'],
    ['text after a closing quote', 'a,b\n1,"x"y\n', 'quotes of the row on line 2 do not match'],
    ['a quote within a plain value', 'a,b\n1,x"y\n', 'quotes of the row on line 2 do not match'],
    [
      'a row of too many characters',
      `a,b\n1,"x\ny"\n2,${'x'.repeat(100_000)}\n`,
      'The row on line 4 is longer than 100,000 characters.',
    ],
    [
      'a row of empty values, which csv-parse does not count',
      `a,b\n1,2\n${','.repeat(100_001)}\n3,4\n`,
      'The row on line 3 is longer than 100,000 characters.',
    ],
    [
      'empty values between the lines of one row',
      `a,b\n1,2\n${`"\n"${','.repeat(1_000)}`.repeat(120)}\n3,4\n`,
      'The row on line 3 is longer than 100,000 characters.',
    ],
    [
      'a row of too many columns',
      `a,b\n1,x${','.repeat(999)}\n`,
      'The row on line 2 has 1001 columns, and at most 1000 can be read; delete the empty ones.',
    ],
  ])('are refused for %s', async (_, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence)
  })
})
