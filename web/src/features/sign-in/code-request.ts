/** The request for a code: the end of its countdown and the server's answer. */
import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import * as v from 'valibot'
import type { ApiFailure } from '../../api/failure.ts'
import { reportProblem } from '../../lib/report.ts'
import { writeStored } from '../../lib/stored-text.ts'
import { readStored } from '../../lib/stored-value.ts'
import { useValue } from '../../lib/use-value.ts'
import { createValueStore } from '../../lib/value-store.ts'
import { session } from '../../state/session.ts'
import { CODE_REQUEST_KEY, isNewCodeNeeded } from './use-phone-form.ts'

const TOO_MANY_REQUESTS = 429

const codeRequestSchema = v.object({
  phone: v.string(),
  /** `asking`: the server has not answered yet; the screen does not wait for it. */
  state: v.picklist(['asking', 'demo', 'sms', 'not-offered', 'out-of-reach', 'too-many', 'failed']),
  /** When Resend is enabled, ms since 1970. Neither a reload nor a slow timer changes it. */
  resendAt: v.number(),
})
export type CodeRequest = v.InferOutput<typeof codeRequestSchema>

export const codeRequest = createValueStore<CodeRequest | undefined>(
  readStored(sessionStorage, CODE_REQUEST_KEY, codeRequestSchema),
)

// A late answer must not bring back the phone number that a sign-out has cleared.
session.subscribe(() => {
  if (!session.get()) codeRequest.set(undefined)
})

/** The current request; undefined from Send OTP until the code screen makes the request. */
export function useCodeRequest(): CodeRequest | undefined {
  const request = useValue(codeRequest)
  return useValue(isNewCodeNeeded) ? undefined : request
}

/** The server refused to send a code, so no code will arrive. */
export const isRefused = (request: CodeRequest | undefined): boolean =>
  request?.state === 'too-many' || request?.state === 'failed'

function commit(request: CodeRequest): CodeRequest {
  writeStored(sessionStorage, CODE_REQUEST_KEY, request)
  codeRequest.set(request)
  return request
}

/** Requests a code and starts the countdown at once. The answer is in {@link codeRequest}. */
async function sendCodeRequest(phone: string): Promise<void> {
  const request = commit({ phone, state: 'asking', resendAt: nextResendAt() })
  const state = await answerTo(phone)
  // A late answer to an older request must not change the newer one.
  if (codeRequest.get() === request) commit({ ...request, state })
}

/**
 * Requests a code when the code screen opens after Send OTP, or in a new tab without a request.
 * After a reload or Back the countdown continues.
 */
export async function requestCodeIfNeeded(phone: string): Promise<void> {
  if (!isNewCodeNeeded.get() && codeRequest.get()?.phone === phone) return
  isNewCodeNeeded.set(false)
  await sendCodeRequest(phone)
}

/** Resend: requests a new code. A plain portal sends no codes, so only the countdown starts again. */
export async function resendCode(phone: string): Promise<void> {
  const last = codeRequest.get()
  if (last?.phone === phone && last.state === 'not-offered')
    commit({ ...last, resendAt: nextResendAt() })
  else await sendCodeRequest(phone)
}

const nextResendAt = () => Date.now() + CODE_COUNTDOWN_SECONDS * 1_000

async function answerTo(phone: string): Promise<CodeRequest['state']> {
  try {
    // Loaded late, because it imports the whole contract.
    const { requestCode } = await import('../../api/sign-in.ts')
    return await requestCode(phone)
  } catch (error) {
    reportProblem('Code not requested', error)
    const { detail } = error as Partial<ApiFailure>
    return detail?.status === TOO_MANY_REQUESTS ? 'too-many' : 'failed'
  }
}
