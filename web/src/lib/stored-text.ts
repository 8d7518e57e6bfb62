/** Storage that may hold anything and may have no room. What it says is looked through with schemas in stored-value.ts. */

/**
 * @returns what JSON the text is, of whatever shape; undefined when it is missing, was cut or never was JSON
 */
export function parseText(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** As {@link writeText}, for anything that JSON can hold. */
export function writeStored(storage: Storage, key: string, value: unknown): boolean {
  return writeText(storage, key, JSON.stringify(value))
}

/**
 * @returns false when the phone has no room left (or storage is switched off), so that the caller can say so
 */
export function writeText(storage: Storage, key: string, text: string): boolean {
  try {
    // A tap changes one of a visit's many keys; to write one costs many times what a look does.
    if (storage.getItem(key) !== text) storage.setItem(key, text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
