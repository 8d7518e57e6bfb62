import type { SealingKeys } from '@veni/domain/api/sign-in'
import { toPhoneKey } from '@veni/domain/runner'
import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import type { Tx } from '../db/client.ts'
import { transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { deleteOldAnswers } from '../idempotency/answer-once.ts'
import { runnerWithPhone } from '../runners/service.ts'
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

export type NewSession = {
  token: string
  expiresAt: Date
  runner: SessionRunner
  sealing: SealingKeys
}

/** `address`: the network address of the phone. */
export type CodeRequest = { readonly phone: string; readonly address: string }
export type SignInRequest = CodeRequest & {
  readonly code: string
  /** The session of this browser until now; it ends. */
  readonly oldToken: string | undefined
}

/** What the sign-in uses besides the dependencies of every feature. */
export type SignInDeps = Deps & { readonly takeTurn: TakeTurn }

const DAY_MS = 86_400_000

/**
 * Sends a code. Demo mode sends none: any six digits sign in, and the screen shows that. The answer does not
 * wait for the message, so that it reveals nothing about the phone. Throws `rate-limited`.
 */
export async function sendCode(deps: SignInDeps, { phone, address }: CodeRequest) {
  const { signIn: config } = deps.config
  if (config.mode === 'demo')
    return { mode: config.mode, expires_in_seconds: CODE_COUNTDOWN_SECONDS }
  const { message, expiresInSeconds } = await inEqualTime(deps, (tx) =>
    makeCode(codesOf(deps, config.secret), tx, { phone, address }),
  )
  if (message) {
    const text = config.text.replaceAll('{code}', message.code)
    deps.smsGateway
      .send({ ...message, text })
      .catch((error: unknown) => deps.log.error('A sign-in code was not sent', error))
  }
  return { mode: config.mode, expires_in_seconds: expiresInSeconds }
}

/** Opens a session and ends the old one of this browser. Throws `wrong-code` and `rate-limited`. */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<NewSession> {
  const session = await signInNew(deps, request)
  if (!session) throw new AppError('wrong-code', 'The code is wrong or has expired.')
  // After the commit: a write of the old session may lock it, and all sign-ins would wait for that write.
  await signOut(deps, request.oldToken)
  return session
}

/** @returns undefined when the code is wrong */
function signInNew(deps: SignInDeps, request: SignInRequest): Promise<NewSession | undefined> {
  const { signIn: config } = deps.config
  if (config.mode === 'demo')
    return transactIn(deps.db)(async (tx) =>
      openSession(deps, tx, await runnerWithPhone(tx, request.phone), request),
    )
  const codes = codesOf(deps, config.secret)
  return inEqualTime(deps, async (tx) => {
    const runner = await redeemCode(codes, tx, request)
    // Nothing is thrown in here: a wrong guess must be counted.
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

function codesOf({ randomBytes, now }: Deps, secret: string): Codes {
  return { randomBytes, now, secret }
}

/** The answers for known and for unknown phones take the same time (ruling 5). */
const ANSWER_MS = 300

async function inEqualTime<T>(
  { db, wait, takeTurn }: SignInDeps,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const elapsed = wait(ANSWER_MS)
  try {
    return await takeTurn(() => transactIn(db)(work))
  } finally {
    await elapsed
  }
}
