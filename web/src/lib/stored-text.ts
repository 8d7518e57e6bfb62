/**
 * Text in web storage, which may have any content and may be full. stored-value.ts validates the content with schemas.
 */

/** @returns the JSON value of the text, of any shape; undefined if the text is missing or is not valid JSON */
export function parseText(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** As {@link writeText}, for any value that JSON can represent. */
export function writeStored(storage: Storage, key: string, value: unknown): boolean {
  return writeText(storage, key, JSON.stringify(value))
}

/** @returns false if the storage is full or switched off, so that the caller can show it */
export function writeText(storage: Storage, key: string, text: string): boolean {
  try {
    // A tap changes only one of a visit's many keys, and a write takes much longer than a read.
    if (storage.getItem(key) !== text) storage.setItem(key, text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
