/** The permitted values of one cell of an imported file, and the JSON value of each. Cells are trimmed before. */
import * as v from 'valibot'
import { CUSTOMER_STATUSES, isCustomerStatus } from '@veni/domain/customer'
import { isCalendarDay } from '@veni/domain/follow-up'
import { DEFAULT_MINIMUM_GRAMS, MAX_PRICE_PER_20G_PAISE, MAX_WEIGHT_GRAMS } from '@veni/domain/hair'
import { parseRupees, type Paise } from '@veni/domain/money'
import { toPhoneKey } from '@veni/domain/runner'

export type FieldSchema = v.GenericSchema<string, string | number | boolean | null>

const MAX_INTEGER = 2_147_483_647

/** Longer rows would make the lists too long for a phone. */
const upTo = (most: number) =>
  v.pipe(v.string(), v.maxLength(most, `is longer than ${most.toLocaleString('en-US')} characters`))

export const text = upTo(2_000)
/** A name or a part of an address. */
export const shortText = upTo(200)
/** A sentence or two. */
export const note = upTo(1_000)

export const requiredText = v.pipe(text, v.nonEmpty('is missing'))
export const name = v.pipe(shortText, v.nonEmpty('is missing'))

export const wholeNumber = v.pipe(
  requiredText,
  v.regex(/^\d{1,10}$/, 'is not a whole number'),
  v.transform(Number),
  v.minValue(1, 'is less than 1'),
  v.maxValue(MAX_INTEGER, `is more than ${MAX_INTEGER}`),
)

/** Runners that are added later get the next ids, and the database has none above 2,147,483,647. */
const MAX_RUNNER_ID = 2_000_000_000

export const runnerId = v.pipe(
  wholeNumber,
  v.maxValue(MAX_RUNNER_ID, `is more than ${MAX_RUNNER_ID}`),
)

export const code = v.pipe(
  requiredText,
  v.maxLength(64, 'is longer than 64 characters'),
  v.regex(/^\S+$/, 'contains a space'),
)

/** Offices write numbers with spaces and dashes, also landlines. The app only dials them. */
export const phone = v.pipe(text, v.regex(/^(?:\+?\d[\d -]{5,18}\d)?$/, 'is not a phone number'))

/** Stored in the normalised form with which sign-in searches. */
export const runnerPhone = v.pipe(
  requiredText,
  v.regex(/^\+?\d[\d -]{8,18}\d$/, 'is not a phone number'),
  v.transform(toPhoneKey),
  // The blanks and dashes count above.
  v.regex(/^\d{10}$/, 'is not a phone number'),
)

export const email = v.pipe(upTo(254), v.regex(/^(?:\S+@\S+)?$/, 'is not an email address'))

export const status = v.pipe(
  requiredText,
  v.toLowerCase(),
  v.check(isCustomerStatus, `is not one of ${CUSTOMER_STATUSES.join(', ')}`),
)

/** `2026-11-21` with or without a time, and `21-11-2026` or `21/11/2026` as Indian spreadsheets write it. */
export const optionalDay = v.pipe(
  text,
  v.transform((value) => (value === '' ? null : isoDay(value))),
  v.check((value) => value === null || isCalendarDay(value), 'is not a date such as 2026-11-21'),
)

export const price = v.pipe(
  requiredText,
  v.transform(parseRupees),
  v.custom<Paise>((value) => value !== undefined, 'is not a price in rupees such as 1206.44'),
)

export const hairPrice = v.pipe(
  price,
  v.maxValue(MAX_PRICE_PER_20G_PAISE as Paise, 'is more than ₹10,000'),
)

/** An empty cell means the default of. */
export const minimumWeight = v.pipe(
  text,
  v.transform((value) => (value === '' ? DEFAULT_MINIMUM_GRAMS : Number(value))),
  v.number('is not a weight in grams'),
  v.minValue(0, 'is less than 0'),
  v.maxValue(MAX_WEIGHT_GRAMS, `is more than ${MAX_WEIGHT_GRAMS} g`),
)

/** An empty cell means yes: only `is_active` false removes a price. */
export const yesNo = v.pipe(
  text,
  v.toLowerCase(),
  v.transform((value) => answers.get(value)),
  v.boolean('is not yes or no'),
)

const answers = new Map([
  ...['', 'true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
])

/** Permits an empty cell, which becomes null. */
export function optional(schema: FieldSchema): FieldSchema {
  return v.lazy((cell) => (cell === '' ? nothing : schema))
}

const nothing = v.pipe(
  v.string(),
  v.transform(() => null),
)

function isoDay(value: string): string {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(value) ?? []
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return value.replace(/(?<=^\d{4}-\d{2}-\d{2})[T ].*$/, '')
}
