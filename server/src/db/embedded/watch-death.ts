import type { ModuleOptions } from './durable-file-system.ts'

/**
 * Learns that PostgreSQL ends itself. PGlite ignores that, and runs the statement again for ever.
 * @param onDeath gets PostgreSQL's last words, which name a file and no row
 */
export function watchDeath(onDeath: (reason: string) => void = () => undefined) {
  const moduleOptions: ModuleOptions = { onAbort: () => onDeath('it aborted') }
  return {
    moduleOptions,
    /** Reads one line of the log. @returns whether it may be printed */
    readLine: (line: string): boolean => {
      const [, words] = LAST_WORDS.exec(line) ?? []
      if (words !== undefined) onDeath(words)
      return false
    },
  }
}

/** `2026-11-24 01:20:00.123 UTC [42] PANIC:  …`. A row in a message starts no line: PostgreSQL indents line breaks. */
const LAST_WORDS = /^[\d-]+ [\d:.]+ \w+ \[\d+\] ((?:PANIC|FATAL): .*)/
