/** The sign-in extension. Without it the app accepts any six digits (ruling 2). */
import {
  signInApi,
  signInCodeReplySchema,
  signInSessionReplySchema,
  type SealingKeys,
} from '@veni/domain/api/sign-in'
import { toPhoneKey, type Runner } from '@veni/domain/runner'
import * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import {
  HIDE_AT_KEY,
  clearQueuedSignOut,
  isHidden,
  isSignOutQueued,
  owner,
  queueSignOut,
} from '../state/session.ts'
import { storeSealingKey } from '../state/sealing-keys.ts'
import { callApi, isOurServer } from './client.ts'
import { ApiFailure, isNotOffered } from './failure.ts'

const TIMEOUT_MS = 10_000

/** How the server checks codes; `out-of-reach`: it did not answer and may check codes later. */
export type CodeMode = 'demo' | 'sms' | 'not-offered' | 'out-of-reach'

/** Requests a code. Throws ApiFailure only for a refusal (too many requests). */
export async function requestCode(phone: string): Promise<CodeMode> {
  try {
    const options = { body: { phone }, accepts: signInCodeReplySchema, timeoutMs: TIMEOUT_MS }
    return (await callApi(signInApi.sendCode, options)).mode
  } catch (error) {
    if (isNotOffered(error)) return 'not-offered'
    if (isOutOfReach(error)) return 'out-of-reach'
    throw error
  }
}

/**
 * Exchanges phone and code for a session.
 * @returns the runner of our server; undefined when no server checks codes; `replaced` when the runner has signed out or
 * entered another phone meanwhile
 * Throws ApiFailure when the server refuses the code, and while the app is hidden also when it cannot be reached.
 */
export async function signIn(
  phone: string,
  code: string,
): Promise<Runner | 'replaced' | undefined> {
  const asked = owner()
  const isReplaced = () => owner() !== asked
  // A late answer to the sign-out would clear the cookie of this sign-in.
  signingOut?.abort()
  try {
    const { runner, sealing } = await callApi(signInApi.signIn, {
      body: { phone, code },
      accepts: signInSessionReplySchema,
      timeoutMs: TIMEOUT_MS,
    })
    if (isReplaced()) return await endReplaced(phone)
    // That of a sign-in which was replaced by this one can have begun since.
    signingOut?.abort()
    clearQueuedSignOut()
    localStorage.removeItem(HIDE_AT_KEY)
    if (sealing) {
      // The key is stored before rows come back: a page that is closed meanwhile must be able to seal them again.
      storeSealingKey(toPhoneKey(phone), sealing.public_key)
      await openSealedWork(phone, sealing)
      if (isReplaced()) return await endReplaced(phone)
    }
    return { id: String(runner.id), name: runner.name }
  } catch (error) {
    // In both cases the runner continues without a session of our server, unless the app is hidden.
    if (isHidden() || !(isNotOffered(error) || isOutOfReach(error))) throw error
    return isReplaced() ? 'replaced' : undefined
  }
}

/** Ends what the server has begun for the phone: its cookie must not stay, nor rows that were opened. */
async function endReplaced(phone: string): Promise<'replaced'> {
  queueSignOut(toPhoneKey(phone))
  const { clearLeaving } = await import('../state/clear-phone.ts')
  await Promise.all([clearLeaving(), sendQueuedSignOut()])
  return 'replaced'
}

/** Runs before the session starts: a page that is closed meanwhile asks for the code again, and continues. */
async function openSealedWork(phone: string, sealing: SealingKeys): Promise<void> {
  try {
    const { openSealed } = await import('../state/clear-phone.ts')
    if (owner() === toPhoneKey(phone)) await openSealed(phone, sealing)
  } catch (error) {
    reportProblem('Sealed work stays sealed', error)
  }
}

function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  return error.kind !== 'status' || (error.detail.status ?? 0) >= 500
}

let signingOut: AbortController | undefined

/** Ends the session at the server, if a sign-out is queued. Without a network it stays queued until the next start. Never rejects. */
export async function sendQueuedSignOut(): Promise<void> {
  if (!isSignOutQueued()) return
  signingOut = new AbortController()
  const { signal } = signingOut
  try {
    await callApi(signInApi.signOut, { accepts: v.unknown(), timeoutMs: TIMEOUT_MS, signal })
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ApiFailure)) reportProblem('Sign-out not finished', error)
    // At our server such an answer comes from an intermediary, and the session would stay open.
    if (!isNotOffered(error) || isOurServer()) return
  }
  clearQueuedSignOut()
}
