import * as v from 'valibot'

/**
 * Reads JSON that anyone (another tab, an older release, a curious user) may have written.
 * @returns undefined when it is missing, cut in half or of another shape
 */
export function readStored<TSchema extends v.GenericSchema>(
  storage: Storage,
  key: string,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  return parseJson(storage.getItem(key), schema)
}

/** As {@link readStored}, for text from anywhere, such as a query parameter. */
export function parseJson<TSchema extends v.GenericSchema>(
  text: string | null | undefined,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  if (text === null || text === undefined) return undefined
  try {
    const result = v.safeParse(schema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch (error) {
    // JSON.parse throws SyntaxError for text that was cut or never was JSON.
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
    storage.setItem(key, text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
