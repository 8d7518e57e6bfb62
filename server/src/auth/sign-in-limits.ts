import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { countEvents, type EventKind, insertEvent } from './code-store.ts'

/** Who asks; both are HMACs, so that the database reveals neither. */
export interface Asker {
  readonly phoneHash: string
  readonly addressHash: string
}

interface Limit {
  readonly kind: EventKind
  /** `all`: every phone and address together. */
  readonly per: 'phone' | 'address' | 'all'
  readonly most: number
  readonly windowMs: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Events older than this count for no limit. */
export const LONGEST_WINDOW_MS = DAY_MS

/**
 * Ten wrong guesses of a million codes are a chance of 1e-5 per phone and day. Many runners share one address of a
 * mobile network, so the limits per address are wide; `all` bounds the bill for messages.
 */
const limits: readonly Limit[] = [
  { kind: 'code', per: 'phone', most: 5, windowMs: HOUR_MS },
  { kind: 'code', per: 'address', most: 60, windowMs: HOUR_MS },
  { kind: 'code', per: 'all', most: 1_000, windowMs: HOUR_MS },
  { kind: 'wrong-guess', per: 'phone', most: 10, windowMs: DAY_MS },
  { kind: 'wrong-guess', per: 'address', most: 60, windowMs: HOUR_MS },
  { kind: 'wrong-guess', per: 'all', most: 1_000, windowMs: HOUR_MS },
]

/** Throws `rate-limited` with the seconds to wait when one more event of this kind would pass a limit. */
export async function refuseOverLimit(
  tx: Tx,
  kind: EventKind,
  asker: Asker,
  now: Date,
): Promise<void> {
  for (const { per, most, windowMs } of limits.filter((limit) => limit.kind === kind)) {
    const since = new Date(now.getTime() - windowMs)
    const { count, oldest } = await countEvents(tx, kind, whose(per, asker), since)
    if (count < most) continue
    const until = (oldest ?? now).getTime() + windowMs
    throw tooMany(Math.max(1, Math.ceil((until - now.getTime()) / 1_000)))
  }
}

function whose(per: Limit['per'], { phoneHash, addressHash }: Asker) {
  if (per === 'phone') return { phoneHash }
  return per === 'address' ? { addressHash } : {}
}

export async function recordEvent(tx: Tx, kind: EventKind, asker: Asker, at: Date): Promise<void> {
  await insertEvent(tx, { kind, ...asker, at })
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'Too many attempts. Please try again later.'
  return new AppError('rate-limited', message, undefined, retryAfterSeconds)
}
