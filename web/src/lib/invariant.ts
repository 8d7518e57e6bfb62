/** Throws if a condition does not hold that only a bug can break. Never use it for bad input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant failed: ${message}`)
}
