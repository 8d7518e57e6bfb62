/** Makes and checks the codes of the sign-in by SMS (ruling 5). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH } from '@veni/domain/sign-in'
import { toPhoneKey } from '@veni/domain/runner'
import type { Tx } from '../db/client.ts'
import {
  type CodeRow,
  countWrongGuess,
  deleteBefore,
  deleteCode,
  findActiveRunner,
  findCode,
  isBrowserOf,
  lockSignIn,
  putCode,
} from './code-store.ts'
import type { FleetSize } from './fleet-size.ts'
import { networkOf } from './network.ts'
import { type Asker, LONGEST_WINDOW_MS, recordEvent, refuseOverLimit } from './sign-in-limits.ts'

/** A runner who types slowly, or a message that came late, has this much longer than the countdown shows. */
const GRACE_MS = 30_000
const COUNTDOWN_MS = CODE_COUNTDOWN_SECONDS * 1_000
const MOST_WRONG_GUESSES = 5

/** What the codes need from outside. */
export interface Codes {
  readonly secret: string
  readonly randomBytes: (size: number) => Buffer
  readonly now: () => Date
  readonly fleetSize: FleetSize
}

export interface NewCode {
  /** Until the runner may ask for the next code. */
  readonly expiresInSeconds: number
  /** undefined when nothing is to be sent: no runner has this phone, or the last code is still valid. */
  readonly message: { readonly phone: string; readonly code: string } | undefined
}

/**
 * Makes a code, which replaces the last one. Within the countdown of the last code it makes none, so that neither a
 * reload of the page nor a stranger makes the message useless that is on its way. Throws `rate-limited`.
 */
export async function makeCode(
  codes: Codes,
  tx: Tx,
  { phone, address, browserId }: { phone: string; address: string; browserId: string },
): Promise<NewCode> {
  await lockSignIn(tx)
  const now = codes.now()
  const asker = toAsker(codes.secret, phone, address)
  const browserHash = hashBrowser(codes.secret, browserId)
  const last = await findCode(tx, asker.phoneHash)
  const left = last ? last.sentAt.getTime() + COUNTDOWN_MS - now.getTime() : 0
  if (left > 0 && left <= COUNTDOWN_MS)
    return { expiresInSeconds: Math.ceil(left / 1_000), message: undefined }
  for (const kind of ['wrong-guess', 'code'] as const)
    await refuseOverLimit(tx, kind, asker, { now, fleetSize: codes.fleetSize })
  const code = randomDigits(codes)
  const codeHash = hashCode(codes.secret, asker.phoneHash, code)
  await putCode(tx, { phoneHash: asker.phoneHash, codeHash, browserHash, sentAt: now })
  const runner = await findActiveRunner(tx, toPhoneKey(phone))
  await recordEvent(tx, runner ? 'code' : 'unsent-code', asker, now)
  await deleteBefore(tx, new Date(now.getTime() - LONGEST_WINDOW_MS))
  return {
    expiresInSeconds: CODE_COUNTDOWN_SECONDS,
    message: runner && { phone: toPhoneKey(phone), code },
  }
}

interface Guess {
  readonly phone: string
  readonly code: string
  readonly address: string
  /** undefined for a browser without a name, for which no code was made. */
  readonly browserId: string | undefined
}

/**
 * Uses up a code. A wrong guess is counted in this transaction, so the caller must commit it.
 * A code is right in the browser that asked for it, and in those that the runner has worked with: a stranger who asks
 * for codes stops no runner. @returns the runner; undefined for a wrong or old code, in any other browser, and for a
 * phone of no active runner. Throws `rate-limited`.
 */
export async function redeemCode(
  codes: Codes,
  tx: Tx,
  { phone, code, address, browserId = '' }: Guess,
): Promise<{ id: number; name: string } | undefined> {
  await lockSignIn(tx)
  const now = codes.now()
  const asker = toAsker(codes.secret, phone, address)
  await refuseOverLimit(tx, 'wrong-guess', asker, { now, fleetSize: codes.fleetSize })
  const stored = await findCode(tx, asker.phoneHash)
  const runner = await findActiveRunner(tx, toPhoneKey(phone))
  const isKnown = await isBrowserOf(tx, runner?.id ?? 0, browserId)
  if (!stored || !isValid(stored, now)) return undefined
  const isRight = isSame(hashCode(codes.secret, asker.phoneHash, code), stored.codeHash)
  const hasAsked = isSame(hashBrowser(codes.secret, browserId), stored.browserHash)
  if (!isRight || !(hasAsked || isKnown)) {
    await countWrongGuess(tx, asker.phoneHash)
    await recordEvent(tx, runner ? 'wrong-guess' : 'unsent-guess', asker, now)
    return undefined
  }
  await deleteCode(tx, asker.phoneHash)
  return runner
}

/** A code from the future was made before the clock was set back. */
function isValid({ sentAt, wrongGuesses }: CodeRow, now: Date): boolean {
  const age = now.getTime() - sentAt.getTime()
  return wrongGuesses < MOST_WRONG_GUESSES && age > -GRACE_MS && age <= COUNTDOWN_MS + GRACE_MS
}

/** Six digits, each code equally likely: 2^48 is so large that the remainder favours none measurably. */
function randomDigits({ randomBytes }: Codes): string {
  return String(randomBytes(6).readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}

function toAsker(secret: string, phone: string, address: string): Asker {
  // A phone can take any address of its IPv6 network of 64 bits.
  const addressHash = hmac(secret, 'address', normalizeIP(address))
  const networkHash = hmac(secret, 'network', networkOf(address))
  return {
    phoneHash: hmac(secret, 'phone', toPhoneKey(phone)),
    addressHash: `${networkHash}.${addressHash}`,
    networkHash,
  }
}

const hashCode = (secret: string, phoneHash: string, code: string) =>
  hmac(secret, 'code', phoneHash, code)

const hashBrowser = (secret: string, browserId: string) => hmac(secret, 'browser', browserId)

function hmac(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
}

/** A code of a release that did not name its browser has an empty hash, which is the hash of no browser. */
function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
