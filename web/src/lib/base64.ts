// `String.fromCharCode` takes its bytes as arguments, and engines limit how many there may be.
const CHUNK_BYTES = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  return btoa(binary)
}
