import * as v from 'valibot'
import { parseText } from './stored-text.ts'

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
  const result = v.safeParse(schema, parseText(text))
  return result.success ? result.output : undefined
}
