import type { SealingKeys } from '@veni/domain/api/sign-in'
import { toPhoneKey } from '@veni/domain/runner'
import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import type { SignInConfig } from '../config/sign-in-config.ts'
import type { Tx } from '../db/client.ts'
import { transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { deleteOldAnswers } from '../idempotency/answer-once.ts'
import { activeRunnerWithPhone } from '../runners/service.ts'
import type { SignInMessage } from '../sms/sms-gateway.ts'
import type { FleetSize } from './fleet-size.ts'
import { boundFuture } from './sign-in-limits.ts'
import type { TakeTurn } from './sign-in-turns.ts'
import { type Codes, makeCode, redeemCode } from './one-time-code.ts'
import { sealingKeyOf } from './sealing-key.ts'
import {
  deleteEndedSessions,
  deleteSession,
  hashToken,
  insertSession,
  type SessionRunner,
  TOKEN_BYTES,
} from './session-store.ts'

export { isOpen } from './session-store.ts'

export type NewSession = {
  token: string
  expiresAt: Date
  runner: SessionRunner
  sealing: SealingKeys
}

/** `address`: the network address of the phone, from `addressOf`. */
type Asking = { readonly phone: string; readonly address: string }
export type CodeRequest = Asking & {
  /** The browser that asks. */
  readonly browserId: string
}
export type SignInRequest = Asking & {
  /** undefined for a browser without a name, which has asked for no code. */
  readonly browserId: string | undefined
  readonly code: string
  /** The session of this browser until now; it ends. */
  readonly oldToken: string | undefined
}

/** What the sign-in uses besides the dependencies of every feature. */
export type SignInDeps = Deps & { readonly takeTurn: TakeTurn; readonly fleetSize: FleetSize }

const DAY_MS = 86_400_000

export interface SentCode {
  readonly answer: { readonly mode: SignInConfig['mode']; readonly expires_in_seconds: number }
  /** Starts to send the message, if there is one. */
  readonly sendMessage: () => void
}

/**
 * Makes a code. Demo mode makes none: any six digits sign in, and the screen shows that. The caller sends the
 * message after its answer, which so takes the same time for a phone that gets no message. Throws `rate-limited`.
 */
export async function requestCode(
  deps: SignInDeps,
  { phone, address, browserId }: CodeRequest,
): Promise<SentCode> {
  const { signIn: config } = deps.config
  if (config.mode === 'demo')
    return {
      answer: { mode: config.mode, expires_in_seconds: CODE_COUNTDOWN_SECONDS },
      sendMessage: () => undefined,
    }
  const { message, expiresInSeconds } = await inEqualTime(deps, address, (tx) =>
    makeCode(codesOf(deps, config.secret), tx, { phone, address, browserId }),
  )
  return {
    answer: { mode: config.mode, expires_in_seconds: expiresInSeconds },
    sendMessage: () => message && sendMessage(deps, config.text, message),
  }
}

function sendMessage(
  { smsGateway, log }: Deps,
  template: string,
  { phone, code }: Pick<SignInMessage, 'phone' | 'code'>,
): void {
  const text = template.replaceAll('{code}', code)
  smsGateway
    .send({ phone, code, text })
    .catch((error: unknown) => log.error('A sign-in code was not sent', error))
}

/** Opens a session and ends the old one of this browser. Throws `wrong-code` and `rate-limited`. */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<NewSession> {
  const session = await signInNew(deps, request)
  if (!session) throw new AppError('wrong-code', 'The code is wrong or has expired.')
  // This follows the commit: a write of the old session may lock it, and all sign-ins would wait for that write.
  // The code is used up: without this answer the runner would need another one.
  await signOut(deps, request.oldToken).catch((error: unknown) =>
    deps.log.error('The old session of a browser was not ended', error),
  )
  return session
}

/** @returns undefined when the code is wrong, and for a suspended runner */
function signInNew(deps: SignInDeps, request: SignInRequest): Promise<NewSession | undefined> {
  const { signIn: config } = deps.config
  if (config.mode === 'demo')
    return transactIn(deps.db)(async (tx) => {
      const runner = await activeRunnerWithPhone(tx, request.phone)
      return runner && openSession(deps, tx, runner, request)
    })
  const codes = codesOf(deps, config.secret)
  return inEqualTime(deps, request.address, async (tx) => {
    const runner = await redeemCode(codes, tx, request)
    // The transaction must not throw: that would undo the count of a wrong guess.
    return runner && openSession(deps, tx, runner, request)
  })
}

export async function signOut(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await deleteSession(deps.db, hashToken(token))
}

/** Also deletes ended sessions and old answers, so that neither grows without limit. */
async function openSession(
  { config, now, randomBytes }: Deps,
  tx: Tx,
  runner: SessionRunner,
  { phone }: SignInRequest,
): Promise<NewSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + config.sessionLimits.days * DAY_MS)
  await insertSession(tx, {
    tokenHash: hashToken(token),
    runnerId: runner.id,
    createdAt,
    expiresAt,
    usedAt: createdAt,
  })
  await deleteEndedSessions(tx, createdAt, config.sessionLimits.idleDays)
  await deleteOldAnswers(tx, runner.id, createdAt)
  const secret = config.signIn.mode === 'sms' ? config.signIn.secret : undefined
  const sealing = await sealingKeyOf(tx, { id: runner.id, phone: toPhoneKey(phone) }, secret)
  return { token, expiresAt, runner, sealing }
}

function codesOf({ randomBytes, now, fleetSize }: SignInDeps, secret: string): Codes {
  return { randomBytes, now, fleetSize, secret }
}

/** The answers for known and for unknown phones take the same time (ruling 5). */
const ANSWER_MS = 300

async function inEqualTime<T>(
  { db, now, wait, takeTurn }: SignInDeps,
  address: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const elapsed = wait(ANSWER_MS)
  try {
    return await takeTurn(address, async () => {
      await boundFuture(db, now())
      return transactIn(db)(work)
    })
  } finally {
    await elapsed
  }
}
