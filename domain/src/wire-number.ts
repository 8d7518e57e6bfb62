/** Tolerant readers of numbers, as wire.ts has them for text. */
import * as v from 'valibot'

/** A finite number from a number or numeric text; anything else refuses the record. */
export const looseNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(Number))]),
  v.finite(),
)

/** As {@link looseNumber}, but absent, empty or senseless values become `undefined`. */
export const looseOptionalNumber = v.fallback(v.optional(looseNumber), undefined)
