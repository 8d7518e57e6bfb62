import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPlaywright, readVitest, sum, tallyOfReport, withUnhandled } from './tally.mjs'
import UnhandledErrors, { ERRORS_FILE, readUnhandledErrors } from './unhandled-errors.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-tally-'))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** @param {object} report */
function reportOf(report) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

/**
 * @param {string} fullName
 * @param {string} status
 */
const fileWith = (fullName, status) => ({ assertionResults: [{ fullName, status }] })

describe("a runner's tally", () => {
  test('has the counts of the report and the names of the failed tests', () => {
    const testResults = [
      fileWith('a deal is sent', 'passed'),
      fileWith('a deal is stored', 'failed'),
    ]
    const report = reportOf({ numTotalTests: 5, numPassedTests: 3, testResults })
    expect(tallyOfReport(report, 1, readVitest)).toEqual({
      passed: 3,
      failed: 2,
      failures: ['a deal is stored'],
    })
  })

  test.each([
    ['no test ran', { numTotalTests: 0, numPassedTests: 0, testResults: [] }, 0],
    [
      'it ended with an error although every test passed',
      { numTotalTests: 4, numPassedTests: 4, testResults: [] },
      1,
    ],
  ])('has a failure when %s', (_, report, code) => {
    expect(tallyOfReport(reportOf(report), code, readVitest).failed).toBe(1)
  })

  test('has a failure when there is no report', () => {
    const tally = tallyOfReport(join(folder, 'missing.json'), 0, readVitest)
    expect(tally).toEqual({ passed: 0, failed: 1 })
  })

  test('counts skipped and flaky journeys as failed, and has their names', () => {
    const spec = { file: 'cash.spec.ts', title: 'is paid', tests: [{ status: 'flaky' }] }
    const suites = [{ specs: [], suites: [{ specs: [spec] }] }]
    const report = reportOf({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 3 }, suites })
    expect(tallyOfReport(report, 1, readPlaywright)).toEqual({
      passed: 7,
      failed: 6,
      failures: ['cash.spec.ts: is paid'],
    })
  })
})

describe('an error that belongs to no test', () => {
  test('is in the summary with its file and the first lines of its stack', () => {
    const file = join(folder, 'reports/errors.json')
    vi.stubEnv(ERRORS_FILE, file)
    const late = new Error('late')
    late.cause = late
    const error = Object.assign(late, {
      stack: 'Error: late\n    at send',
      VITEST_TEST_PATH: 'send.test.ts',
    })
    new UnhandledErrors().onTestRunEnd([], [error])
    expect(withUnhandled({ passed: 4, failed: 1 }, readUnhandledErrors(file))).toEqual({
      passed: 4,
      failed: 1,
      failures: ['an error outside of the tests of send.test.ts\n    Error: late\n        at send'],
    })
  })

  test('is not in the summary of a run that wrote none', () => {
    expect(readUnhandledErrors(join(folder, 'missing.json'))).toEqual([])
  })
})

describe('a failed test', () => {
  const stack = ['\u001B[31mError: not visible\u001B[39m', '', '    at takePhoto (visit.ts:9:1)']
  const inSummary = ['    Error: not visible', '        at takePhoto (visit.ts:9:1)']

  test('of Vitest has the first lines of its error without colours', () => {
    const long = [...stack, ...Array.from({ length: 40 }, () => '    at run (test.ts:1:1)')]
    const failed = { status: 'failed', fullName: 'a deal', failureMessages: [long.join('\n')] }
    const testResults = [{ assertionResults: [failed] }]
    const { failures } = readVitest({ numTotalTests: 1, numPassedTests: 0, testResults })
    const lines = failures?.[0]?.split('\n')
    expect(lines?.slice(0, 3)).toEqual(['a deal', ...inSummary])
    expect(lines).toHaveLength(17)
  })

  test('of Playwright has the first lines of its errors without colours', () => {
    const errors = [{ stack: stack.join('\n') }, { message: 'the browser wrote an error' }]
    const tests = [
      { status: 'unexpected', results: [{ errors }] },
      { status: 'expected', results: [{ errors: [{ message: 'expected to fail' }] }] },
    ]
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
    const { failures } = readPlaywright({
      stats,
      suites: [{ specs: [{ file: 'cash.spec.ts', title: 'is paid', tests }] }],
    })
    const text = ['cash.spec.ts: is paid', ...inSummary, '    the browser wrote an error']
    expect(failures).toEqual([text.join('\n')])
  })
})

test('the total is the sum of all steps', () => {
  const tallies = [
    { passed: 2, failed: 1 },
    { passed: 5, failed: 0 },
  ]
  expect(sum(tallies)).toEqual({ passed: 7, failed: 1 })
})
