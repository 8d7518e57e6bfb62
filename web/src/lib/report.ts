/** Where the app says what a developer should know and the runner need not: the console, nowhere else. */
export function reportProblem(what: string, error?: unknown): void {
  console.warn(what, error ?? '')
}
