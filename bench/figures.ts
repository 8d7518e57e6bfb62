/** @returns NaN for an empty list */
export function median(figures: readonly number[]): number {
  const inOrder = figures.toSorted((a, b) => a - b)
  return inOrder[Math.floor(inOrder.length / 2)] ?? Number.NaN
}

/** Summarises measurements of one figure for a table, all in one unit. */
export const summary = (figures: readonly number[]) => ({
  best: Math.round(Math.min(...figures)),
  median: Math.round(median(figures)),
  worst: Math.round(Math.max(...figures)),
})
