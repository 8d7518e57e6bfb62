/** The parts of its process that a command can use. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  /** Prints to standard output. */
  print(line: string): void
  /** Prints to standard error. */
  printError(line: string): void
  /** Makes the exit code non-zero. */
  fail(): void
}
