import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import type { Deps } from '../deps.ts'
import { deleteOldAnswers } from '../idempotency/answer-once.ts'
import { runnerWithPhone } from '../runners/service.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  type SessionRunner,
  hashToken,
  TOKEN_BYTES,
} from './session-store.ts'

export type NewSession = { token: string; expiresAt: Date; runner: SessionRunner }

/** A runner signs in about once a month. */
const SESSION_MS = 30 * 86_400_000

/** Demo mode sends no code: any six digits sign in, and the screen shows that. */
export function sendCode(deps: Deps) {
  return { mode: deps.config.signInMode, expires_in_seconds: CODE_COUNTDOWN_SECONDS }
}

/**
 * Opens a session for the runner with this phone; an unknown phone is runner 1. Each sign-in also deletes
 * expired sessions and old answers, so that neither grows without limit.
 */
export async function signIn(deps: Deps, phone: string): Promise<NewSession> {
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS)
  const runner = await deps.db.transaction(async (tx) => {
    const found = await runnerWithPhone(tx, phone)
    await insertSession(tx, {
      tokenHash: hashToken(token),
      runnerId: found.id,
      createdAt,
      expiresAt,
    })
    await deleteExpiredSessions(tx, createdAt)
    await deleteOldAnswers(tx, found.id, createdAt)
    return found
  })
  return { token, expiresAt, runner }
}

export async function signOut(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await deleteSession(deps.db, hashToken(token))
}
