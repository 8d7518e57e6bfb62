/** The items by their key, in their order. */
export function groupBy<TItem, TKey>(items: readonly TItem[], keyOf: (item: TItem) => TKey) {
  const groups = new Map<TKey, TItem[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
