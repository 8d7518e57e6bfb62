/** Prints the measured figures and collects those that break a budget. */
export class Report {
  readonly #broken: string[] = []

  /** Prints one table; the first value of a row is its name. */
  table(rows: Readonly<Record<string, unknown>>): void {
    console.table(rows)
  }

  /** Compares a figure with its budget. */
  check(what: string, figure: number, most: number, unit: string): void {
    const isWithin = figure <= most
    const line = `${what}: ${figure.toFixed(figure < 10 ? 2 : 0)} ${unit} of ${most}`
    console.log(`${isWithin ? 'within' : 'BROKEN'}  ${line}`)
    if (!isWithin) this.#broken.push(line)
  }

  /** @returns the exit code */
  finish(): number {
    if (this.#broken.length === 0) return 0
    console.log(`\nBroken budgets:\n  ${this.#broken.join('\n  ')}`)
    return 1
  }
}
