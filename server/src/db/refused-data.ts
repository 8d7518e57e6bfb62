/**
 * Finds out whether PostgreSQL refused the data themselves, so that each later attempt would fail, too: its column cannot
 * have the value, a constraint forbids the row, or a limit of the database is exceeded (SQLSTATE classes 22, 23 and 54).
 * @returns the message of PostgreSQL, which can contain the value; undefined for every other failure
 */
export function findRefusedData(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    // 2200H refuses no data: a sequence has no number left. The same data are accepted when it has numbers again.
    if (code !== undefined && /^(?:22(?!00H)|23|54)[0-9A-Z]{3}$/.test(code)) return cause.message
  }
  return undefined
}
