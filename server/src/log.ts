/** Lines for the operator: no query strings, no names, no phones (ruling 24). */
export type Log = {
  info(line: string): void
  error(line: string, error: unknown): void
}

export const consoleLog: Log = {
  info: (line) => process.stdout.write(`${line}\n`),
  error: (line, error) => process.stderr.write(`${line}: ${describe(error)}\n`),
}

export const silentLog: Log = { info: () => undefined, error: () => undefined }

/** The database's driver hides the cause behind the statement, which holds personal data: the stack of the deepest cause is enough. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? describe(error.cause) : (error.stack ?? error.message)
}
