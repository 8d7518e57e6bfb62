/** The calls to sign in and to sign out. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { wireRunnerSchema } from '../runner.ts'
import { phone } from './fields.ts'

export const signInCodeReplySchema = v.object({
  /** `demo`: any six digits are accepted, and the screen shows this (ruling 5). */
  mode: v.picklist(['demo', 'sms']),
  expires_in_seconds: v.number(),
})

const sealingSchema = v.object({
  /** P-256, the uncompressed point in base64. The phone encrypts with it at the sign-out. */
  public_key: v.string(),
  /** PKCS #8 in base64. Only this reply has it, and the phone never stores it. */
  private_key: v.string(),
})
export type SealingKeys = v.InferOutput<typeof sealingSchema>

export const signInSessionReplySchema = v.object({
  runner: wireRunnerSchema,
  /** What seals unsent work on the phone at a sign-out, and opens it at the runner's next sign-in. */
  sealing: v.optional(sealingSchema),
})

const MAX_BODY_BYTES = 1024

export const signInApi = {
  sendCode: defineEndpoint({
    method: 'POST',
    path: '/api/sign-in/codes',
    summary: 'Send a one-time code to a phone',
    part: 'extension',
    access: 'open',
    body: v.object({ phone }),
    maxBodyBytes: MAX_BODY_BYTES,
    reply: signInCodeReplySchema,
    status: 201,
  }),
  signIn: defineEndpoint({
    method: 'POST',
    path: '/api/sign-in/session',
    summary: 'Exchange a code for a session cookie',
    part: 'extension',
    access: 'open',
    body: v.object({ phone, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    maxBodyBytes: MAX_BODY_BYTES,
    reply: signInSessionReplySchema,
    status: 201,
  }),
  signOut: defineEndpoint({
    method: 'DELETE',
    path: '/api/sign-in/session',
    summary: 'End the session; succeeds also without a session',
    part: 'extension',
    access: 'open',
    reply: undefined,
    status: 204,
  }),
} as const
