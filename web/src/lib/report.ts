/** Logs a problem for developers in the console. The runner does not see it. */
export function reportProblem(what: string, error?: unknown): void {
  console.warn(what, error ?? '')
}
