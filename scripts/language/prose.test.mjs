import { describe, expect, test } from 'vitest'
import { findInProse } from './prose.mjs'

const citation = 'cites the specification, which is not in the repository'
const pronoun = 'has a pronoun for one person'
// In parts, so that this file does not break the rule itself.
const section = 'spec' + ' §3'

// Outside the calls of `test.each`, whose arguments are titles.
const broken = [
  ['a comment', 'a.ts', `const a = 1 // ${section}`, `a.ts:1 ${citation}: // ${section}`],
  [
    'a later line of a comment',
    'a.ts',
    '/**\n * All hers. */',
    `a.ts:2 ${pronoun}: * All hers. */`,
  ],
  ['a comment inside JSX', 'a.tsx', '<a>{/* his */}</a>', `a.tsx:1 ${pronoun}: /* his */`],
  ['a comment at the end', 'a.ts', 'f()\n\n// He.', `a.ts:3 ${pronoun}: // He.`],
  ['the title of a test', 'a.ts', "test('he waits', f)", `a.ts:1 ${pronoun}: he waits`],
  ['the rows of a table', 'a.ts', "test.each([['she']])('%s', f)", `a.ts:1 ${pronoun}: she`],
  ['a document', 'a.md', '# A\n\nIt is his.', `a.md:3 ${pronoun}: It is his.`],
  ['a style sheet', 'a.css', `/* ${section} */`, `a.css:1 ${citation}: /* ${section} */`],
]
const clean = [
  ['a string', 'a.ts', "const a = 'she'"],
  ['the body of a test', 'a.ts', "test('it waits', () => { f('she') })"],
  ['the text of JSX', 'a.tsx', '<a>https://he</a>'],
  ['a quotation in a document', 'a.md', 'The screen shows "her order" and `his`.'],
  ['another word', 'a.ts', '// This sheet, here, with history.'],
]

describe('prose that breaks a rule', () => {
  test.each(broken)('is found in %s', (_, file, text, sentence) => {
    expect(findInProse(file, text)).toEqual([sentence])
  })

  test.each(clean)('is not found in %s', (_, file, text) => {
    expect(findInProse(file, text)).toEqual([])
  })
})
