import { describe, expect, test } from 'vitest'
import { toPrintable } from './describe.ts'

describe('a line for a terminal', () => {
  test.each([
    ['zero-width spaces', '\u200B'],
    ['soft hyphens', '\u00AD'],
    ['word joiners', '\u2060'],
    ['byte order marks', '\uFEFF'],
    ['grapheme joiners', '\u034F'],
    ['letters of tags', '\u{E0041}'],
    ['joiners', '\u200D'],
    ['non-joiners', '\u200C'],
    ['variants', '\uFE0F'],
    ['several of them', '\u200D\u00AD\u200C\uFE0F'],
  ])('has no long blank that is made of short ones with %s between', (_, invisible) => {
    const between = [
      ` ${invisible}`,
      `${invisible} `,
      `${invisible} ${invisible}`,
      `\u2800${invisible}`,
    ]
    for (const blank of between)
      expect(toPrintable(`A${blank.repeat(60)}! FORGED`).length).toBeLessThan(15)
  })

  test('has no long row of what a terminal may draw as a blank', () => {
    for (const invisible of ['\u200B', '\u00AD', '\u200D', '\uFE0F'])
      expect(toPrintable(`A${invisible.repeat(200)}! FORGED`).length).toBeLessThan(15)
  })

  test.each([
    'క్\u200Cష',
    'ర్\u200Dక',
    '\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3',
    'Anjali  Reddy',
    'లక్ష్మి (customer 7)',
  ])('keeps %s', (line) => {
    expect(toPrintable(line)).toBe(line)
  })
})
