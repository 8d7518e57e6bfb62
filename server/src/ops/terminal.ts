/** What a command may use of the process that it runs in. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  /** To standard output. */
  say(line: string): void
  /** To standard error. */
  complain(line: string): void
  /** Ends with a non-zero exit code. */
  fail(): void
}
