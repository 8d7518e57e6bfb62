import { describe, expect, test } from 'vitest'
import { findTableProblems, readOpen, readRows } from './security-table.mjs'

const levels = { '1.2.4': 1, '5.4.3': 2, '9.1.1': 1 }
const met = '| 1.2.4 | 1 | SQL | met | `server/src/store.ts` | `server/test/sql.test.ts` |'
const notMet = '| 5.4.3 | 2 | Malware | not met | | No scanner sees the photos. |'
const notNeeded = '| 9.1.1 | 1 | Tokens | does not apply | | There are no tokens. |'
const open = '## Open\n\n1. **5.4.3**: a scanner.\n'

/** @param {string[]} lines */
const problemsOf = (...lines) =>
  findTableProblems(
    `| Number | Level |\n| --- | --- |\n${lines.join('\n')}`,
    levels,
    (path) => !path.includes('gone'),
  )

describe('the table of security controls', () => {
  test('has no problem when every requirement has a row with its proof or reason', () => {
    expect(problemsOf(met, notMet, notNeeded, open)).toEqual([])
  })

  test.each([
    ['a requirement without a row', [met, notMet, open], '9.1.1 has no row.'],
    ['two rows', [met, met, notMet, notNeeded, open], '1.2.4 has two rows.'],
    [
      'an unknown number',
      [met, notMet, notNeeded, notNeeded.replace('9.1.1', '9.9.9'), open],
      '9.9.9 is no requirement of level 1 or 2.',
    ],
    [
      'another level',
      [met.replace('| 1 |', '| 2 |'), notMet, notNeeded, open],
      '1.2.4 has another level.',
    ],
    [
      'an unknown state',
      [met, notMet, notNeeded.replace('does not apply', 'perhaps'), open],
      '9.1.1 has no known state: perhaps',
    ],
    [
      'a control that is gone',
      [met.replace('store', 'gone'), notMet, notNeeded, open],
      '1.2.4 names server/src/gone.ts, which is not there.',
    ],
    [
      'a test that is gone',
      [met.replace('sql', 'gone'), notMet, notNeeded, open],
      '1.2.4 names server/test/gone.test.ts, which is not there.',
    ],
    [
      'a gone file in a reason',
      [met, notMet.replace('No', '`server/gone` no'), notNeeded, open],
      '5.4.3 names server/gone, which is not there.',
    ],
    [
      'a met row without a control',
      [met.replace('`server/src/store.ts`', 'the store'), notMet, notNeeded, open],
      '1.2.4 is met and names no file with the control.',
    ],
    [
      'a met row without a test',
      [met.replace('sql.test.ts', 'sql.ts'), notMet, notNeeded, open],
      '1.2.4 is met and names no test.',
    ],
    [
      'another row without a reason',
      [met, notMet, notNeeded.replace('There are no tokens.', 'None.'), open],
      '9.1.1 has no reason.',
    ],
    [
      'a gap that is not listed as open',
      [met, notMet, notNeeded, '## Open\n\nNothing.\n'],
      '5.4.3 is not met and not in "Open".',
    ],
    [
      'a listed gap that is none',
      [met, notMet, notNeeded, `${open}2. **1.2.4**: SQL.\n`],
      '1.2.4 is in "Open" and not "not met".',
    ],
  ])('reports %s', (_, lines, problem) => {
    expect(problemsOf(...lines)).toEqual([problem])
  })
})

test('a row with a wrong number is a row, so that it is reported', () => {
  expect(readRows('| 1.2 | 1 | SQL | met | a | b |').map(({ number }) => number)).toEqual(['1.2'])
})

test('the section "Open" ends at the next heading', () => {
  expect(readOpen('**1.1.1**\n## Open\n1. **2.2.2, 3.3.3** a\n## Next\n**4.4.4**\n')).toEqual([
    '2.2.2',
    '3.3.3',
  ])
})
