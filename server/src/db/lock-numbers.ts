/**
 * The advisory locks that all servers of one database share, each by a number of its own. PostgreSQL keeps them apart from
 * locks with two numbers: those of the calls of a runner have two (idempotency/store.ts).
 */
export const lockNumbers = {
  /** Migrations run once. */
  migration: 7_366_947,
  /** Work that only the first of many servers does. */
  exclusive: 7_366_948,
  /** One server merges or decides an import. */
  merge: 7_366_949,
  /** One sign-in at a time. */
  signIn: 7_366_950,
  /** One process begins a new epoch. */
  epoch: 7_366_951,
} as const
