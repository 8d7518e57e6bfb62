import { describe, expect, test } from 'vitest'
import { findGaps, numbersInTitles, readStatements } from './requirements.mjs'

describe('the requirements of the document', () => {
  test('are its numbered list items, with the reason of those that are untestable', () => {
    const document = `# Requirements
R-1.001 in a sentence is no statement.
- R-2.001 The title is "Select Product". (ruling 3)
- R-2.002 A hidden thing. untestable: nothing can reach it.
`
    expect(readStatements(document)).toEqual([
      {
        number: 'R-2.001',
        text: 'The title is "Select Product". (ruling 3)',
        untestable: undefined,
      },
      { number: 'R-2.002', text: 'A hidden thing.', untestable: 'nothing can reach it.' },
    ])
  })
})

test.each([
  '- R-2.74 Two digits.',
  '- R-2.0745 Four.',
  '-  R-2.074 Two spaces.',
  '  - R-2.074 Inside.',
])('%j is refused', (line) => {
  expect(() => readStatements(line)).toThrow(`has no number: ${line}`)
})

describe('the numbers of a test file', () => {
  const numbersOf = (/** @type {string} */ source) => numbersInTitles('x.test.tsx', source)

  test.each([
    ['a test', "test('it is so [R-1.001]', () => {})"],
    ['a description', "describe('all of it [R-1.001]', () => {})"],
    ['the title of a table', "test.each([1])('%s is so [R-1.001]', () => {})"],
    ['the rows of a table', "test.each([['this [R-1.001]', 1]])('%s', () => {})"],
    ['a title with expressions', 'test(`${name} is so [R-1.001]`, async ({ page }) => {})'],
    ['a test in a description', "describe.each(kinds)('%s', () => { test('so [R-1.001]', f) })"],
  ])('are taken from %s', (_, source) => {
    expect(numbersOf(source)).toEqual(['R-1.001'])
  })

  test.each([
    ['a comment', "// R-1.001\ntest('it is so', () => {})"],
    ['the body of a test', "test('it is so', () => { expect('R-1.001').toBe(text) })"],
    ['another call', "say('R-1.001')"],
    ['a skipped test', "test.skip('it is so [R-1.001]', () => {})"],
    ['a test that is expected to fail', "test.fixme('it is so [R-1.001]', () => {})"],
  ])('are not taken from %s', (_, source) => {
    expect(numbersOf(source)).toEqual([])
  })

  test('may be several in one title, also invalid ones', () => {
    expect(numbersOf("test('so [R-1.001, R-20.1]', () => {})")).toEqual(['R-1.001', 'R-20.1'])
  })
})

describe('a gap', () => {
  const statement = { number: 'R-1.001', text: 'It is so.', untestable: undefined }
  const named = new Map([['R-1.001', ['a.test.ts']]])

  test('does not exist when each requirement has a test', () => {
    expect(findGaps([statement], named)).toEqual([])
  })

  test.each([
    ['a requirement without a test', [statement], new Map(), 'R-1.001 has no test: It is so.'],
    ['an unknown number', [], named, 'R-1.001 is no requirement but is in a.test.ts.'],
    ['a number that exists twice', [statement, { ...statement }], named, 'R-1.001 exists twice.'],
    [
      'a test of an untestable requirement',
      [{ ...statement, untestable: 'hidden' }],
      named,
      'R-1.001 is marked as untestable but has a test.',
    ],
  ])('is %s', (_, statements, files, sentence) => {
    expect(findGaps(statements, files)).toEqual([sentence])
  })
})
