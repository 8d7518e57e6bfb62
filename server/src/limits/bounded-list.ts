/** The longest answer of a list in JSON; a row is added only while it fits. */
export const MAX_CUSTOMERS_BYTES = 8 * 1024 * 1024
export const MAX_PRODUCTS_BYTES = 4 * 1024 * 1024
export const MAX_RECORDS_BYTES = 1024 * 1024

/** The first records that together have at most this many bytes as JSON, and always the first one. */
export function fitList<TRecord>(records: readonly TRecord[], mostBytes: number): TRecord[] {
  let bytes = 1
  const end = records.findIndex((record, index) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1
    return bytes > mostBytes && index > 0
  })
  return end === -1 ? [...records] : records.slice(0, end)
}
