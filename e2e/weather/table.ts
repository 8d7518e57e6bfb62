import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import type { Balance } from './balance.ts'

/** Prints the weathers as a table, each with what it did to the books. */
export default class Table implements Reporter {
  #rows: string[] = []

  printsToStdio(): boolean {
    return true
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const noted = result.annotations.find(({ type }) => type === 'balance')?.description
    const balance = noted ? (JSON.parse(noted) as Balance) : undefined
    const figures = balance
      ? [balance.deals, balance.lost.length, balance.doubled.length]
      : ['?', '?', '?']
    const seconds = `${(result.duration / 1_000).toFixed(0)} s`
    this.#rows.push(`| ${[test.title, ...figures, result.status, seconds].join(' | ')} |`)
  }

  onEnd({ duration }: FullResult): void {
    const head = [
      '| weather | deals | lost | doubled | result | took |',
      '| --- | --: | --: | --: | --- | --: |',
    ]
    const end = `${this.#rows.length} weathers in ${Math.round(duration / 1_000)} s`
    process.stdout.write(['', ...head, ...this.#rows.toSorted(), '', end, ''].join('\n'))
  }
}
