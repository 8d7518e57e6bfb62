import { OperatorError } from '../errors.ts'
import { isLoopback } from './loopback.ts'
import type { Variables } from './variables.ts'

export interface HttpSmsConfig {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Without it the request has no body. */
  readonly body: string | undefined
  /** What the reply of an accepted message contains. */
  readonly accepted: RegExp | undefined
  readonly templateId: string
  readonly countryCode: string
}

export type SignInConfig =
  | { readonly mode: 'demo' }
  | {
      readonly mode: 'sms'
      readonly secret: string
      /** With `{code}`. */
      readonly text: string
      readonly gateway: 'console' | HttpSmsConfig
    }

/** Throws `OperatorError` when a variable of the sign-in by SMS is missing. */
export function readSignIn(values: Variables): SignInConfig {
  if (values.SIGN_IN_MODE === 'demo') return { mode: 'demo' }
  const { SIGN_IN_SECRET: secret, SMS_TEXT: text } = values
  if (secret === undefined)
    throw new OperatorError(
      'SIGN_IN_MODE=sms needs SIGN_IN_SECRET, at least 32 random characters; `openssl rand -base64 32` makes some.',
    )
  return {
    mode: 'sms',
    secret,
    text: withHost(text, values.PUBLIC_URL),
    gateway: readGateway(values),
  }
}

/** Phones read the code from a last line `@host #code`, which has no port. Without a public address it is left out. */
function withHost(text: string, publicUrl: string | undefined): string {
  return publicUrl === undefined
    ? text.replace(/\n+@\{host\} #\{code\}$/u, '').replaceAll('{host}', '')
    : text.replaceAll('{host}', new URL(publicUrl).hostname)
}

function readGateway(values: Variables): 'console' | HttpSmsConfig {
  if (values.SMS_GATEWAY === undefined)
    throw new OperatorError(
      'SIGN_IN_MODE=sms needs SMS_GATEWAY: http with the SMS_URL of a service, or console for development.',
    )
  if (values.SMS_GATEWAY === 'console') return 'console'
  if (values.SMS_URL === undefined) throw new OperatorError('SMS_GATEWAY=http needs SMS_URL.')
  if (![values.SMS_URL, values.SMS_BODY].some((part) => /\{(code|text)\}/u.test(part ?? '')))
    throw new OperatorError('SMS_BODY or SMS_URL must contain {text} or {code}.')
  return {
    url: values.SMS_URL,
    method: values.SMS_METHOD,
    headers: values.SMS_HEADERS,
    body: values.SMS_BODY,
    accepted: values.SMS_ACCEPTED,
    templateId: values.SMS_TEMPLATE_ID ?? '',
    countryCode: values.SMS_COUNTRY_CODE,
  }
}

/** Whether anybody who reaches the server can sign in, and nothing permits that others reach it. */
export function isForThisMachine(values: Variables): boolean {
  const isOpen = values.SIGN_IN_MODE === 'demo' || values.SMS_GATEWAY === 'console'
  return isOpen && !values.ALLOW_DEMO_SIGN_IN
}

/**
 * Demo sign-in lets anybody in, and the console gateway shows the codes to whoever reads the log. Both are for one
 * person on their own machine (ruling 34). Throws `OperatorError` on a server that others can reach.
 */
export function refuseOpenDemo(values: Variables, nodeEnv: string | undefined): void {
  if (!isForThisMachine(values)) return
  const reason = whyReachable(values, nodeEnv)
  if (reason === undefined) return
  const what =
    values.SIGN_IN_MODE === 'demo'
      ? 'Demo sign-in lets anybody in'
      : 'SMS_GATEWAY=console shows all codes in the log'
  throw new OperatorError(
    `${what}, and ${reason}; set SIGN_IN_MODE=sms with SMS_GATEWAY=http, or set ALLOW_DEMO_SIGN_IN=on to permit it.`,
  )
}

function whyReachable(values: Variables, nodeEnv: string | undefined): string | undefined {
  if (nodeEnv === 'production') return 'NODE_ENV=production says that this server is not a trial'
  if (values.TRUST_PROXY !== false) return 'TRUST_PROXY says that a proxy passes requests to it'
  if (!isLoopback(values.HOST)) return `HOST=${values.HOST} can be reached from other machines`
  if (values.PUBLIC_URL !== undefined && !isLoopback(new URL(values.PUBLIC_URL).hostname))
    return `PUBLIC_URL=${values.PUBLIC_URL} is a public address`
  return undefined
}
