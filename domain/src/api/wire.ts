/**
 * Tolerant readers of single fields in replies of older portals, which send numbers as text, `null` for
 * "nothing" and leave fields out. They never throw on a strange value: they fall back, or refuse the record.
 */
import * as v from 'valibot'

/** Text; `null`, missing and other types become ''. Numbers become their digits. */
export const looseText = v.pipe(
  v.unknown(),
  v.transform((value): string => {
    if (typeof value === 'string') return value.trim()
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  }),
)

/** An identifier as text, from a whole number or non-empty text; anything else refuses the record. */
export const looseId = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()]),
  v.transform((value) => String(value).trim()),
  v.minLength(1),
  v.maxLength(64),
)

/** As {@link looseId}, but absent, empty or senseless values become `undefined`. */
export const looseOptionalId = v.fallback(v.optional(v.nullable(looseId)), undefined)

/**
 * Keeps the entries of a list that parse and drops the rest: one bad record must not hide the others.
 * @param keyOf what may occur once only: of entries with the same key the first is kept
 */
export function looseList<TSchema extends v.GenericSchema>(
  entry: TSchema,
  keyOf: (parsed: v.InferOutput<TSchema>) => string,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((list): v.InferOutput<TSchema>[] => {
      const byKey = new Map<string, v.InferOutput<TSchema>>()
      for (const item of list) {
        const result = v.safeParse(entry, item)
        if (!result.success) continue
        const key = keyOf(result.output)
        if (!byKey.has(key)) byKey.set(key, result.output)
      }
      return [...byKey.values()]
    }),
  )
}

/** An identifier as the wire of section 7 carries it: a number when it is one (`007` is not), text otherwise. */
export function wireId(id: string): number | string {
  return /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id
}

/** A finite number from a number or numeric text; anything else refuses the record. */
export const looseNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(Number))]),
  v.finite(),
)

/** As {@link looseNumber}, but absent, empty or senseless values become `undefined`. */
export const looseOptionalNumber = v.fallback(v.optional(looseNumber), undefined)

/** Accepts what `schema` accepts, without its defaults and conversions: a stored row stays as it was written. */
export const checkOnly = <TSchema extends v.GenericSchema>(schema: TSchema) =>
  v.custom<v.InferInput<TSchema>>((value) => v.is(schema, value))
