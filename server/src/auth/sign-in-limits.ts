import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import {
  countEvents,
  deleteOldestUnsent,
  type EventKind,
  insertEvent,
  limitFuture,
} from './code-store.ts'
import type { FleetSize } from './fleet-size.ts'

/** Who asks; both are HMACs, so that the database reveals neither. */
export interface Asker {
  readonly phoneHash: string
  readonly addressHash: string
  /** Of `networkOf`. */
  readonly networkHash: string
}

interface Moment {
  readonly now: Date
  readonly fleetSize: FleetSize
}

interface Limit {
  readonly kinds: readonly EventKind[]
  /** `all`: every phone and address together. */
  readonly per: 'phone' | 'address' | 'network' | 'all'
  readonly most: number
  /** The limit is this part of the number of active runners where that is more than `most`. */
  readonly perRunner?: number
  /** An hour without it. */
  readonly windowMs?: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Events older than this count for no limit. */
export const LONGEST_WINDOW_MS = DAY_MS

/** What counts for one phone or address, whether a runner has the phone or not. */
const codes = ['code', 'unsent-code'] as const
const guesses = ['wrong-guess', 'unsent-guess'] as const

/** In an hour. Who uses up what everybody has would stop the sign-in of everybody. */
const MOST_OF_ALL = 1_000
/** So that three networks at their limits leave a part for the others (decision 46). */
const MOST_OF_NETWORK = MOST_OF_ALL / 4
const MOST_OF_ADDRESS = 60
/** With invented phones: what the addresses of an IPv4 network of 24 bits have together. */
const MOST_INVENTED_OF_NETWORK = 256 * MOST_OF_ADDRESS

/**
 * Ten wrong guesses of a million codes are a chance of 1e-5 per phone and day. Many runners share an address or a
 * network, so these limits are wide. `all` bounds the bill for messages. It and the part of a network count runners'
 * phones only (decision 29): a stranger with invented phones must not stop the runners of the same carrier. After a restore
 * all runners sign in again, and some of them mistype the code, so these limits follow the fleet (decision 56).
 */
const limits: readonly Limit[] = [
  { kinds: codes, per: 'phone', most: 5 },
  { kinds: codes, per: 'address', most: MOST_OF_ADDRESS },
  { kinds: codes, per: 'network', most: MOST_INVENTED_OF_NETWORK, perRunner: 1 / 4 },
  { kinds: ['code'], per: 'network', most: MOST_OF_NETWORK, perRunner: 1 / 4 },
  { kinds: ['code'], per: 'all', most: MOST_OF_ALL, perRunner: 1 },
  { kinds: guesses, per: 'phone', most: 10, windowMs: DAY_MS },
  { kinds: guesses, per: 'address', most: MOST_OF_ADDRESS },
  { kinds: guesses, per: 'network', most: MOST_INVENTED_OF_NETWORK, perRunner: 1 / 400 },
  { kinds: ['wrong-guess'], per: 'network', most: MOST_OF_NETWORK, perRunner: 1 / 400 },
  { kinds: ['wrong-guess'], per: 'all', most: MOST_OF_ALL, perRunner: 1 / 100 },
]

/**
 * How many of the last events can be codes of unknown phones, and guesses at them; the oldest beyond are deleted after an
 * hour. An unknown phone must have the limits of a runner's: for guesses of a whole day, so these are kept longer.
 */
const MOST_UNSENT = { 'unsent-code': 5_000, 'unsent-guess': 200_000 } as const

/** Throws `rate-limited` with the seconds to wait when one more event of this kind would pass a limit. */
export async function refuseOverLimit(
  tx: Tx,
  kind: 'code' | 'wrong-guess',
  asker: Asker,
  { now, fleetSize }: Moment,
): Promise<void> {
  for (const { per, most, kinds, perRunner = 0, windowMs = HOUR_MS } of limits.filter((limit) =>
    limit.kinds.includes(kind),
  )) {
    const since = new Date(now.getTime() - windowMs)
    const { count, oldest } = await countEvents(tx, kinds, whose(per, asker), since)
    if (count < most) continue
    if (perRunner > 0 && count < Math.floor(perRunner * (await fleetSize(tx, now)))) continue
    const until = (oldest ?? now).getTime() + windowMs
    throw tooMany(Math.max(1, Math.ceil((until - now.getTime()) / 1_000)))
  }
}

function whose(per: Limit['per'], { phoneHash, addressHash, networkHash }: Asker) {
  if (per === 'phone') return { phoneHash }
  // The index has the network and not the address, so the query names both.
  if (per === 'address') return { addressHash, networkHash }
  if (per === 'network') return { networkHash }
  return {}
}

/**
 * After a clock that was far ahead, its events count for a day. Not for less: the clocks of two servers may differ, and
 * the other one still has to count its own events. Call it outside of the transaction, which a refusal undoes.
 */
export async function boundFuture(db: Db, now: Date): Promise<void> {
  await limitFuture(db, new Date(now.getTime() + DAY_MS))
}

export async function recordEvent(
  tx: Tx,
  kind: EventKind,
  { phoneHash, addressHash }: Asker,
  at: Date,
): Promise<void> {
  await insertEvent(tx, { kind, phoneHash, addressHash, at })
  const before = new Date(at.getTime() - HOUR_MS)
  for (const unsent of ['unsent-code', 'unsent-guess'] as const)
    await deleteOldestUnsent(tx, unsent, { most: MOST_UNSENT[unsent], before })
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'Too many attempts. Please try again later.'
  return new AppError('rate-limited', message, undefined, retryAfterSeconds)
}
