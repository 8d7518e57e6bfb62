import { bigint, integer, jsonb, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })
/** Whole paise; up to 2^53, which JavaScript holds exactly. */
export const paise = (name: string) => bigint(name, { mode: 'number' })
export const createdAt = () => instant('created_at').notNull().defaultNow()
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** The record as last imported, so that the next import can tell a change in the file from one made here. */
export const imported = () => jsonb('imported').$type<Record<string, unknown>>()
