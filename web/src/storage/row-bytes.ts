/** A row as bytes: JSON, a line feed, then its `bytes`. JSON has no bare line feed. */
const LINE_FEED = 10

/** Not a `Blob`: Chromium asks another process for each one, and waits. */
export function toBuffer(value: { readonly bytes?: ArrayBuffer | undefined }): ArrayBuffer {
  const { bytes = new ArrayBuffer(0), ...row } = value
  const head = new TextEncoder().encode(`${JSON.stringify(row)}\n`)
  const all = new Uint8Array(head.length + bytes.byteLength)
  all.set(head)
  all.set(new Uint8Array(bytes), head.length)
  return all.buffer
}

/** @param hasBytes whether rows of the collection have `bytes` */
export function fromBuffer(all: ArrayBuffer, hasBytes: boolean): object {
  const end = new Uint8Array(all).indexOf(LINE_FEED)
  const row = JSON.parse(new TextDecoder().decode(all.slice(0, end))) as object
  return hasBytes ? { ...row, bytes: all.slice(end + 1) } : row
}
