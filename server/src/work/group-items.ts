import { measureJson } from '../limits/record-quota.ts'

/**
 * So many items share a transaction. More save little: four statements of a deal are its own. Together they take about as
 * long as one large deal, so that other runners do not wait longer.
 */
const MOST_TOGETHER = 10
const MOST_BYTES = 64 * 1024

/** Groups items that follow each other. A group has at most ten items and 64 KB, but always one item, and no id twice. */
export function groupItems(items: readonly unknown[]): unknown[][] {
  const groups: unknown[][] = []
  let ids = new Set<unknown>()
  let bytes = Infinity
  for (const item of items) {
    bytes += measureJson(item)
    const id = idOf(item)
    if (bytes > MOST_BYTES || ids.size === MOST_TOGETHER || ids.has(id)) {
      groups.push([])
      ids = new Set()
      bytes = measureJson(item)
    }
    ids.add(id)
    groups.at(-1)?.push(item)
  }
  return groups
}

/** The same UUID in large and in small letters is one id. */
const idOf = (item: unknown): string =>
  String((Object(item) as { readonly id?: unknown }).id).toLowerCase()
