/**
 * Finds what PostgreSQL answered when it refused values, as it would at each later attempt: a value that is none of its
 * column, a row that does not fit the others, or one beyond a limit of the database (SQLSTATE classes 22, 23 and 54).
 * @returns its sentence, which can have the value; undefined for every other failure
 */
export function findRefusedData(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    // 2200H is no refused value: a sequence has no number left, and the same data fit once it has.
    if (code !== undefined && /^(?:22(?!00H)|23|54)[0-9A-Z]{3}$/.test(code)) return cause.message
  }
  return undefined
}
