const BATCH_ROWS = 50
const BATCH_BYTES = 1024 * 1024

/**
 * Groups values as they are read: one transaction of many rows is much faster than many transactions, and the photos of
 * a day do not fit into the memory together.
 * @param read undefined leaves the value out
 */
export async function* inBatches<TKey, T extends { readonly bytes: ArrayBuffer }>(
  keys: readonly TKey[],
  read: (key: TKey) => Promise<T | undefined>,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  let size = 0
  for (const key of keys) {
    const value = await read(key)
    if (!value) continue
    batch.push(value)
    size += value.bytes.byteLength
    if (batch.length < BATCH_ROWS && size < BATCH_BYTES) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
