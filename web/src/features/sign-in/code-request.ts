/** The code that was asked for: where its countdown ends, and what the portal said to it. */
import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import * as v from 'valibot'
import { ApiFailure } from '../../api/failure.ts'
import { writeStored } from '../../lib/stored-text.ts'
import { readStored } from '../../lib/stored-value.ts'
import { useValue } from '../../lib/use-value.ts'
import { createValueStore } from '../../lib/value-store.ts'
import { CODE_REQUEST_KEY, isNewCodeNeeded } from '../../state/new-code.ts'

const TOO_MANY_REQUESTS = 429

const codeRequestSchema = v.object({
  phone: v.string(),
  /** `asking`: the portal has not answered yet; nobody waits for it. */
  state: v.picklist(['asking', 'demo', 'sms', 'not-offered', 'out-of-reach', 'too-many', 'failed']),
  /** When Resend opens, ms since 1970. An instant, so that neither a reload nor a slow timer shifts it. */
  resendAt: v.number(),
})
export type CodeRequest = v.InferOutput<typeof codeRequestSchema>

export const codeRequest = createValueStore<CodeRequest | undefined>(
  readStored(sessionStorage, CODE_REQUEST_KEY, codeRequestSchema),
)

/** The request of the code that is waited for; none yet between Send OTP and the screen that asks. */
export function useCodeRequest(): CodeRequest | undefined {
  const request = useValue(codeRequest)
  return useValue(isNewCodeNeeded) ? undefined : request
}

/** The portal refused to send one: nobody shall wait for it. */
export const isRefused = (request: CodeRequest | undefined): boolean =>
  request?.state === 'too-many' || request?.state === 'failed'

function commit(request: CodeRequest): CodeRequest {
  writeStored(sessionStorage, CODE_REQUEST_KEY, request)
  codeRequest.set(request)
  return request
}

/** Asks the portal for a code and starts the countdown at once; its answer is in {@link codeRequest}. */
async function askForCode(phone: string): Promise<void> {
  const asked = commit({ phone, state: 'asking', resendAt: nextResendAt() })
  const state = await answerTo(phone)
  // A late answer to an older request must not speak for the newer one.
  if (codeRequest.get() === asked) commit({ ...asked, state })
}

/**
 * The code screen was opened: by Send OTP, or by itself, in a new tab say, with nothing to count down from. One that
 * is reloaded or come back to counts on.
 */
export async function askIfWanted(phone: string): Promise<void> {
  if (!isNewCodeNeeded.get() && codeRequest.get()?.phone === phone) return
  isNewCodeNeeded.set(false)
  await askForCode(phone)
}

/** Resend: a new code; at a portal that sends none there is nothing to ask for, and only the countdown starts again (ruling 5). */
export async function askAgain(phone: string): Promise<void> {
  const last = codeRequest.get()
  if (last?.phone === phone && last.state === 'not-offered')
    commit({ ...last, resendAt: nextResendAt() })
  else await askForCode(phone)
}

const nextResendAt = () => Date.now() + CODE_COUNTDOWN_SECONDS * 1_000

async function answerTo(phone: string): Promise<CodeRequest['state']> {
  try {
    // Not part of the first screen: it brings the whole contract along.
    const { requestCode } = await import('../../api/sign-in.ts')
    return await requestCode(phone)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return error.detail.status === TOO_MANY_REQUESTS ? 'too-many' : 'failed'
  }
}
