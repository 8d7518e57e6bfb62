import { SCRIPT_ZEROS } from '@veni/domain/digits'
import type { LocationGap } from '@veni/domain/location'
import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, doublePrecision, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })
/** Whole paise up to 2^53, the limit of exact integers in JavaScript. */
export const paise = (name: string) => bigint(name, { mode: 'number' })
/** Whole seconds: a clock that is 130 years ahead has more than an `integer` holds. */
export const seconds = (name: string) => bigint(name, { mode: 'number' })
export const createdAt = () => instant('created_at').notNull().defaultNow()
/** In whole ms, as a `Date`: the next page of a list continues after the time of the last row. */
export const receivedAt = () =>
  timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow()
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** The row of the last import. The next import compares with it, and so does not overwrite a runner's change. */
export const imported = () => jsonb('imported').$type<Record<string, unknown>>()

/** The location of a deal. */
export const locationColumns = {
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  address: text().notNull(),
  /** Radius in metres. Null without a location, and for older apps; the age in seconds as well. */
  accuracyM: doublePrecision('accuracy_m'),
  locationAgeS: doublePrecision('location_age_s'),
  /** The reason for a missing location. */
  locationGap: text('location_gap').$type<LocationGap>(),
}

/** The hash in the address of a photo at our server; null for any other address. */
export const photoHash = (url: SQLWrapper) =>
  sql<string | null>`substring(${url} from '^/api/images/([0-9a-f]{64})[.]')`

/**
 * What tells a photo from others: the hash of its content at our server, and of its address at another image host; null
 * without a photo. An index and the query that uses it must have the same expression. PostgreSQL cannot index an address of
 * 2,000 characters.
 */
export const photoKey = (url: SQLWrapper) =>
  sql<string | null>`coalesce(${photoHash(url)}, md5(nullif(${url}, '')))`

/**
 * The part of an `address_hash` that is the HMAC of the network. An index and the query that uses it must have the same
 * expression.
 */
export const networkHash = (addressHash: SQLWrapper) =>
  sql<string>`split_part(${addressHash}, '.', 1)`

/**
 * A UPI reference as upper-case letters and digits: blanks, dashes, wide letters and the digits of another script do not
 * make it another one. PostgreSQL cannot index more than 2,700 bytes. NFKC makes 36,000 characters of 2,000, and
 * `translate` compares each of its characters with all digits, so everything else is removed before.
 */
export const plainReference = (reference: SQLWrapper) =>
  sql<string>`upper(translate(left(regexp_replace(normalize(${reference}, NFKC), ${notOfReference}, '', 'g'), 255), ${scriptDigits}))`

/** A UPI reference as it is. PostgreSQL cannot index the text itself: a permitted one has up to 6,000 bytes. */
export const exactReference = (reference: SQLWrapper) => sql<string>`md5(${reference})`

/** The digits of all scripts, and what stands for each: `toPlainDigits` in SQL. */
const scriptDigits = sql.raw(
  `'${SCRIPT_ZEROS.flatMap(tenFrom).join('')}', '${'0123456789'.repeat(SCRIPT_ZEROS.length)}'`,
)

/** A pattern of PostgreSQL: one or more characters that are neither a Latin letter nor a digit of any script. */
const notOfReference = sql.raw(`'[^A-Za-z0-9${SCRIPT_ZEROS.map(rangeFrom).join('')}]+'`)

function rangeFrom(zero: number): string {
  return `${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}`
}

function tenFrom(zero: number): string[] {
  return Array.from({ length: 10 }, (_, at) => String.fromCodePoint(zero + at))
}
