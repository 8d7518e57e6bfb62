/** How long a server waits for one statement. A phone ends a call after 15 s, so a longer wait has no use. */
export const ANSWER_SECONDS = 15

/** A start, a migration or an import may have one statement over all rows, on a slow disk. */
export const LONG_ANSWER_SECONDS = 600

/**
 * How long a command of the office waits for a lock of another transaction. Phones and commands have theirs for seconds; a
 * server that lost its power leaves one for minutes, and the office must not wait for it without a word. The sessions of a
 * server have this limit, too, where nothing shorter ends their wait ({@link ANSWER_SECONDS}, {@link LOCK_MS}).
 */
export const OFFICE_LOCK_MS = 30_000

/**
 * How long a call of a phone waits for a lock of another transaction. A frozen database does not end this wait, so it ends
 * only because of the other transaction: the rest of the call can go on, and has time left.
 */
export const LOCK_MS = 5_000
/** For each later lock of the same call, so that many locked customers do not take the rest of its time. */
export const LATER_LOCK_MS = 100
