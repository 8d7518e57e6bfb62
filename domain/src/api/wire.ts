/**
 * Tolerant schemas for single fields. Plain portals send numbers as text, send `null` for missing values, or omit
 * fields. These schemas never throw: they use a default or refuse the record.
 */
import * as v from 'valibot'

/** Text. A number becomes its digits; `null`, a missing value and other types become ''. */
export const looseText = v.pipe(
  v.unknown(),
  v.transform((value): string => {
    if (typeof value === 'string') return value.trim()
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  }),
)

/** An id as text, from a whole number or non-empty text; any other value refuses the record. */
export const looseId = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()]),
  v.transform((value) => String(value).trim()),
  v.minLength(1),
  v.maxLength(64),
)

/** As {@link looseId}, but any other value becomes `undefined`. */
export const looseOptionalId = v.fallback(v.optional(v.nullable(looseId)), undefined)

/**
 * The valid items of a list, without the rest: one invalid record must not hide the others.
 * @param keyOf the key of an item; when several items have the same key, only the first is used
 */
export function looseList<TSchema extends v.GenericSchema>(
  itemSchema: TSchema,
  keyOf: (parsed: v.InferOutput<TSchema>) => string,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((list): v.InferOutput<TSchema>[] => {
      const byKey = new Map<string, v.InferOutput<TSchema>>()
      for (const item of list) {
        const result = v.safeParse(itemSchema, item)
        if (!result.success) continue
        const key = keyOf(result.output)
        if (!byKey.has(key)) byKey.set(key, result.output)
      }
      return [...byKey.values()]
    }),
  )
}

/** An id in a request of the older calls: a number when its digits are one (`007` is not), text otherwise. */
export function toWireId(id: string): number | string {
  return /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id
}

/** A finite number from a number or numeric text; any other value refuses the record. */
export const looseNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(Number))]),
  v.finite(),
)

/** As {@link looseNumber}, but any other value becomes `undefined`. */
export const looseOptionalNumber = v.fallback(v.optional(looseNumber), undefined)

/** Checks a value with `schema` and returns the value as it was: to read a stored row must not change the row. */
export const checkOnly = <TSchema extends v.GenericSchema>(schema: TSchema) =>
  v.custom<v.InferInput<TSchema>>((value) => v.is(schema, value))
