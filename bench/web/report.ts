/** What was measured, and which of it breaks a budget. */
export class Report {
  readonly #broken: string[] = []

  /** Prints one table; the first value of a row is its name. */
  table(rows: Readonly<Record<string, unknown>>): void {
    console.table(rows)
  }

  /** Holds a figure against the most that it may be. */
  keep(what: string, figure: number, most: number, unit: string): void {
    const isKept = figure <= most
    const line = `${what}: ${figure.toFixed(figure < 10 ? 2 : 0)} ${unit} of ${most}`
    console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${line}`)
    if (!isKept) this.#broken.push(line)
  }

  /** @returns the exit code */
  finish(): number {
    if (this.#broken.length === 0) return 0
    console.log(`\nBroken budgets:\n  ${this.#broken.join('\n  ')}`)
    return 1
  }
}
