import { describe, expect, test } from 'vitest'
import { countBranches } from './count-branches.mjs'
import { countAll, findExplanation, listStale } from './explanations.mjs'
import { listCounts, listUntaken } from './print-branches.mjs'

const file = 'web/src/outbox/some.ts'

const text = `
export function send(entry: Entry, { at = 0 } = {}) {
  if (!entry.isDue) return 'waits'
  const owner = (await entry.find()) ?? entry.owner
  return owner === undefined ? 'lost' : pay(owner && at)
}
const rank = (kind: string) => {
  switch (kind) {
    case 'deal':
      return 1
    default:
      return 2
  }
}`

/**
 * A report in the form of Istanbul.
 * @param {[place: string, counts: number[]][]} conditions type, line and column of each
 */
function report(conditions) {
  const reported = conditions.map(([place, counts]) => {
    const [type = '', line = '', column = ''] = place.split(' ')
    const loc = { start: { line: Number(line), column: Number(column) } }
    return { type, loc, locations: counts }
  })
  return {
    branchMap: Object.fromEntries(reported.entries()),
    b: Object.fromEntries(conditions.map(([, counts], index) => [index, counts])),
  }
}

/** Nothing after the first condition runs. Istanbul sees the `??` at another column than the source has it. */
const waits = () =>
  countBranches(
    file,
    text,
    report([
      ['default-arg 2 35', [3]],
      ['default-arg 2 37', [3]],
      ['if 3 2', [3, 0]],
      ['binary-expr 4 17', [0, 0]],
      ['cond-expr 5 9', [0, 0]],
      ['binary-expr 5 45', [0, 0]],
      ['switch 8 2', [2, 0]],
    ]),
  )

/** @type {(branch: string, where?: string) => { file: string, function?: string, branch?: string }} */
const about = (branch) => ({ file, branch })

const explain = (
  /** @type {{ file: string, function?: string, branch?: string }[]} */ branches,
) => [{ reason: 'Why.', tests: [], branches }]

describe('branches', () => {
  test('have the source text up to their end', () => {
    expect(waits().map(({ line, branch, isTaken }) => [line, branch, isTaken])).toEqual([
      [2, '{ at = 0 } = {}', true],
      [2, 'at = 0', true],
      [3, 'if (!entry.isDue)', true],
      [3, 'else of if (!entry.isDue)', false],
      [4, '(await entry.find())', false],
      [4, '(await entry.find()) ?? entry.owner', false],
      [5, "owner === undefined ? 'lost'", false],
      [5, "owner === undefined ? 'lost' : pay(owner && at)", false],
      [5, 'owner', false],
      [5, 'owner && at', false],
      [8, "case 'deal'", true],
      [8, 'default', false],
    ])
  })

  test('are those of the source: a report of another version is an error', () => {
    expect(() => countBranches(file, text, report([['if 3 2', [1, 1]]]))).toThrow(file)
    const other = text.replace('if (!entry.isDue)', '\n  if (!entry.isDue)')
    expect(() => countBranches(file, other, report([['if 3 2', [1, 1]]]))).toThrow(file)
    expect(() => countBranches(file, 'send()', report([['if 1 0', [1, 1]]]))).toThrow(file)
  })
})

describe('an explanation', () => {
  test('of a branch is also one of the branches inside it and after it', () => {
    const explained = explain([about('else of if (!entry.isDue)')])
    expect(countAll(waits(), explained)).toEqual({
      all: 12,
      taken: 4,
      explained: 7,
      unexplained: 1,
    })
    const [last] = waits().slice(-1)
    expect(last && findExplanation(last, explained)).toBe(-1)
  })

  test('of a taken branch is not one of the branches inside it', () => {
    const branches = countBranches(
      file,
      'if (a) { if (b) c() }',
      report([
        ['if 1 0', [1, 0]],
        ['if 1 9', [0, 1]],
      ]),
    )
    expect(countAll(branches, explain([about('if (a)')])).explained).toBe(0)
  })

  test('can be about a function or a file', () => {
    expect(countAll(waits(), explain([{ file, function: 'rank' }])).explained).toBe(1)
    expect(countAll(waits(), explain([{ file }])).explained).toBe(8)
    expect(countAll(waits(), explain([{ file: 'other.ts' }])).explained).toBe(0)
  })

  test('is stale when its branch is taken or gone, or something of its function is taken', () => {
    const stale = [
      about('if (!entry.isDue)'),
      about('if (entry.isGone)'),
      { file, function: 'rank' },
      { file: 'other.ts' },
    ]
    const untaken = about('else of if (!entry.isDue)')
    expect(listStale(waits(), explain([untaken, ...stale]))).toEqual(stale)
  })

  test('of a rare branch is stale only when the branch is gone', () => {
    const [taken, gone] = [about('if (!entry.isDue)'), about('if (entry.isGone)')]
    const [explanation] = explain([taken, gone])
    const rare = explanation ? [{ ...explanation, isRare: true }] : []
    expect(listStale(waits(), rare)).toEqual([gone])
  })
})

test('the report has each untaken branch with its explanation, and the counts of each folder', () => {
  const explained = explain([about('else of if (!entry.isDue)')])
  const lines = listUntaken(waits(), explained)
  expect(lines.slice(0, 4)).toEqual([
    '',
    'web/src/outbox: 8 branches not taken',
    '  web/src/outbox/some.ts',
    '       3  explanation 1: else of if (!entry.isDue)',
  ])
  expect(lines.at(-1)).toBe('       8  not explained: default')
  expect(listCounts(waits(), ['web/src/outbox/', 'server/src/work/'], explained)).toEqual([
    'web/src/outbox/: 4 of 12 branches taken, 7 explained, 1 not explained',
    'server/src/work/: 0 of 0 branches taken, 0 explained, 0 not explained',
    'all: 4 of 12 branches taken, 7 explained, 1 not explained',
  ])
})
