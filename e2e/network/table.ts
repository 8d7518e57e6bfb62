import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import type { Reconciliation } from './reconciliation.ts'

/** Prints a table with one row for each network condition: the result of the test and its reconciliation. */
export default class Table implements Reporter {
  #rows: string[] = []

  printsToStdio(): boolean {
    return true
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const note = result.annotations.find(({ type }) => type === 'reconciliation')?.description
    const reconciliation = note ? (JSON.parse(note) as Reconciliation) : undefined
    const figures = reconciliation
      ? [reconciliation.deals, reconciliation.lost.length, reconciliation.doubled.length]
      : ['?', '?', '?']
    const seconds = `${(result.duration / 1_000).toFixed(0)} s`
    this.#rows.push(`| ${[test.title, ...figures, result.status, seconds].join(' | ')} |`)
  }

  onEnd({ duration }: FullResult): void {
    const head = [
      '| network condition | deals | lost | doubled | result | time |',
      '| --- | --: | --: | --: | --- | --: |',
    ]
    const end = `${this.#rows.length} network conditions in ${Math.round(duration / 1_000)} s`
    process.stdout.write(['', ...head, ...this.#rows.toSorted(), '', end, ''].join('\n'))
  }
}
