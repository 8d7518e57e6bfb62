import * as v from 'valibot'
import { parseText } from './stored-text.ts'

/**
 * Reads JSON that another tab, an older release or the user may have written.
 * @returns undefined if it is missing, incomplete or of another shape
 */
export function readStored<TSchema extends v.GenericSchema>(
  storage: Storage,
  key: string,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  return parseJson(storage.getItem(key), schema)
}

/** As {@link readStored}, for a text from another source, such as a query parameter. */
export function parseJson<TSchema extends v.GenericSchema>(
  text: string | null | undefined,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  const result = v.safeParse(schema, parseText(text))
  return result.success ? result.output : undefined
}
