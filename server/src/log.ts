/** Lines for the operator. They contain no query strings, names or phone numbers. */
export type Log = {
  info(line: string): void
  error(line: string, error: unknown): void
}

export const consoleLog: Log = {
  info: (line) => process.stdout.write(`${line}\n`),
  error: (line, error) => process.stderr.write(`${line}: ${describe(error)}\n`),
}

export const silentLog: Log = { info: () => undefined, error: () => undefined }

/** The driver's message contains the statement with personal data, so only the deepest cause is logged. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? describe(error.cause) : (error.stack ?? error.message)
}
