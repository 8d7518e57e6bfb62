import { describe, expect, test } from 'vitest'
import { findGaps, numbersInTitles, readStatements } from './requirements.mjs'

describe('the statements of the document', () => {
  test('are its numbered list items, with the reason of those that no test can reach', () => {
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

describe('the numbers that a test file names', () => {
  const namedBy = (/** @type {string} */ source) => numbersInTitles('x.test.tsx', source)

  test.each([
    ['a test', "test('it is so [R-1.001]', () => {})"],
    ['a description', "describe('all of it [R-1.001]', () => {})"],
    ['the title of a table', "test.each([1])('%s is so [R-1.001]', () => {})"],
    ['the rows of a table', "test.each([['this [R-1.001]', 1]])('%s', () => {})"],
    ['a title with places', 'test(`${name} is so [R-1.001]`, async ({ page }) => {})'],
    ['a test in a description', "describe.each(kinds)('%s', () => { test('so [R-1.001]', f) })"],
  ])('are taken from %s', (_, source) => {
    expect(namedBy(source)).toEqual(['R-1.001'])
  })

  test.each([
    ['a comment', "// R-1.001\ntest('it is so', () => {})"],
    ['the body of a test', "test('it is so', () => { expect('R-1.001').toBe(text) })"],
    ['another call', "say('R-1.001')"],
    ['a test that is not run', "test.skip('it is so [R-1.001]', () => {})"],
    ['a test that is known to fail', "test.fixme('it is so [R-1.001]', () => {})"],
  ])('are not taken from %s', (_, source) => {
    expect(namedBy(source)).toEqual([])
  })

  test('may be several, and a misspelt one is seen', () => {
    expect(namedBy("test('so [R-1.001, R-20.1]', () => {})")).toEqual(['R-1.001', 'R-20.1'])
  })
})

describe('a gap', () => {
  const statement = { number: 'R-1.001', text: 'It is so.', untestable: undefined }
  const named = new Map([['R-1.001', ['a.test.ts']]])

  test('is none when each statement is named', () => {
    expect(findGaps([statement], named)).toEqual([])
  })

  test.each([
    ['a statement without a test', [statement], new Map(), 'R-1.001 has no test: It is so.'],
    ['a number that is not there', [], named, 'R-1.001 is not there, but named by a.test.ts.'],
    ['a number given twice', [statement, { ...statement }], named, 'R-1.001 is given twice.'],
    [
      'a test of what is called untestable',
      [{ ...statement, untestable: 'hidden' }],
      named,
      'R-1.001 is called untestable, and has a test.',
    ],
  ])('is %s', (_, statements, files, sentence) => {
    expect(findGaps(statements, files)).toEqual([sentence])
  })
})
