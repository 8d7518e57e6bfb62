/** How long a server waits for one statement. A phone ends a call after 15 s, so a longer wait has no use. */
export const ANSWER_SECONDS = 15

/** A start, a migration or an import may have one statement over all rows, on a slow disk. */
export const LONG_ANSWER_SECONDS = 600
