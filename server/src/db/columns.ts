import type { LocationGap } from '@veni/domain/location'
import { bigint, doublePrecision, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })
/** Whole paise; up to 2^53, which JavaScript holds exactly. */
export const paise = (name: string) => bigint(name, { mode: 'number' })
export const createdAt = () => instant('created_at').notNull().defaultNow()
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** The record as last imported, so that the next import can tell a change in the file from one made here. */
export const imported = () => jsonb('imported').$type<Record<string, unknown>>()

/** Where a deal was made. */
export const place = {
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  address: text().notNull(),
  /** How exact the place is and how old it was; null when there is none, or the phone did not say. */
  accuracyM: doublePrecision('accuracy_m'),
  locationAgeS: doublePrecision('location_age_s'),
  /** Why there is no place. */
  locationGap: text('location_gap').$type<LocationGap>(),
}
