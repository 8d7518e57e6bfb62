/** Asserts what must be true unless the program itself is wrong; a failure is a bug, never a user's mistake. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Bug: ${message}`)
}
