import * as v from 'valibot'

/** A field that nothing tells. `found` has the values that are not usable, or two that contradict each other. */
export interface FieldProblem {
  readonly field: string
  readonly found: readonly unknown[]
}

export type Fields = Readonly<Record<string, unknown>>

/** A field of a value of any shape; undefined when it has no such field. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (Object(inner) as Fields)[name], value)

/** What may tell a field, the most reliable first. */
export interface Sources {
  readonly given: Fields
  /** Records of the phone, which must not contradict each other. */
  readonly records: readonly unknown[]
  /** What other parts of the phone's work say, and what can be computed. */
  readonly hints: readonly Fields[]
}

/** Deal and entry have different values of these, and both are right. */
const NOT_COMPARED = ['hair_photo_url', 'cash_receipt_url']

export function readFields(
  entries: Readonly<Record<string, v.GenericSchema>>,
  { given, records, hints }: Sources,
) {
  const read: Record<string, unknown> = {}
  const filled: string[] = []
  const problems: FieldProblem[] = []
  for (const [field, schema] of Object.entries(entries)) {
    const isUsable = (value: unknown) => value !== undefined && v.is(schema, value)
    const own = distinct(records.map((record) => at(record, field)))
    const usable = own.filter(isUsable)
    const hint = hints.map((one) => one[field]).find(isUsable)
    const isContradicted = usable.length > 1 && !NOT_COMPARED.includes(field)
    if (field in given) {
      // The office leaves an optional field out with null.
      const isLeftOut = given[field] === null && v.is(schema, undefined)
      if (isUsable(given[field])) read[field] = given[field]
      else if (!isLeftOut) problems.push({ field, found: [given[field]] })
      filled.push(field)
    } else if (usable.length > 0 && !isContradicted) [read[field]] = usable
    else if (hint !== undefined && !isContradicted) {
      read[field] = hint
      filled.push(field)
    } else if (isContradicted || !v.is(schema, undefined) || own.length > 0)
      problems.push({ field, found: own })
  }
  return { read, filled, problems }
}

export const distinct = (values: readonly unknown[]) => [
  ...new Map(
    values.filter((value) => value !== undefined).map((value) => [JSON.stringify(value), value]),
  ).values(),
]
