import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, identity, imported, instant, networkHash } from './columns.ts'

export const runners = pgTable('runners', {
  id: identity(),
  name: text().notNull(),
  /** Normalised by `toPhoneKey` of domain. */
  phone: text().unique(),
  /** A suspended runner cannot sign in, and their sessions open nothing. */
  suspendedAt: instant('suspended_at'),
  imported: imported(),
  createdAt: createdAt(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, so that a stolen copy of the database opens no session. */
    tokenHash: text('token_hash').primaryKey(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** At most an hour older than the last call. */
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_by_runner').on(table.runnerId)],
)

/** What seals a runner's unsent work on a phone between two sign-ins. A lost key makes sealed work unreadable. */
export const sealingKeys = pgTable('sealing_keys', {
  runnerId: integer('runner_id')
    .primaryKey()
    .references(() => runners.id),
  /** P-256, the uncompressed point in base64. */
  publicKey: text('public_key').notNull(),
  /** PKCS #8 in base64. */
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
})

/** The one valid code of a phone. Unknown phones have a row as well, so that both take the same time. */
export const signInCodes = pgTable('sign_in_codes', {
  /** HMAC of the phone with the server's secret: a copy of the database reveals no phone that asked. */
  phoneHash: text('phone_hash').primaryKey(),
  /** HMAC of phone and code. */
  codeHash: text('code_hash').notNull(),
  /** HMAC of the name of the browser that asked. Empty in a code of a release that did not store it. */
  browserHash: text('browser_hash').notNull().default(''),
  sentAt: instant('sent_at').notNull(),
  wrongGuesses: integer('wrong_guesses').notNull().default(0),
})

/** The calls of a runner or an address in its current minute, and a runner's bytes of a day; unlogged, because a crash may clear it. */
export const rateCounts = pgTable('rate_counts', {
  key: text().primaryKey(),
  calls: integer().notNull(),
  endsAt: instant('ends_at').notNull(),
})

/** What the limits of the sign-in count. Rows older than a day are deleted. */
export const signInEvents = pgTable(
  'sign_in_events',
  {
    id: identity(),
    /** The unsent kinds are of phones that get no message: such a code exists only so that both take the same time. */
    kind: text().$type<'code' | 'unsent-code' | 'wrong-guess' | 'unsent-guess'>().notNull(),
    phoneHash: text('phone_hash').notNull(),
    /** HMAC of the address, after the HMAC of its network and a dot. */
    addressHash: text('address_hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('sign_in_events_by_phone').on(table.phoneHash, table.at),
    index('sign_in_events_by_time').on(table.at),
    index('sign_in_events_by_kind').on(table.kind, table.at),
    index('sign_in_events_by_network').on(networkHash(table.addressHash), table.at),
  ],
)
