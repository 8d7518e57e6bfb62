import { callService, type ServiceReply } from '../call-service.ts'
import type { HttpSmsConfig } from '../config/sign-in-config.ts'
import type { SignInMessage, SmsGateway } from './sms-gateway.ts'

const TIMEOUT_MS = 8_000

/** What may succeed when it is tried again: no reply, or a reply of 429 or 5xx. */
class TemporaryFailure extends Error {}

/**
 * Sends messages by the HTTP service that the operator has configured. A failure that may be temporary is tried once
 * more. The errors contain the host and the status of the service, never its reply, which may repeat the message.
 */
export function createHttpGateway(config: HttpSmsConfig): SmsGateway {
  return {
    async send(message) {
      try {
        await post(config, message)
      } catch (error) {
        if (!(error instanceof TemporaryFailure)) throw error
        await post(config, message)
      }
    },
  }
}

async function post(config: HttpSmsConfig, message: SignInMessage): Promise<void> {
  const host = new URL(config.url).host
  const values = placeholders(config, message)
  const { body, headers, method } = config
  let reply: ServiceReply
  try {
    reply = await callService(fill(config.url, values, encodeURIComponent), {
      method,
      headers,
      timeoutMs: TIMEOUT_MS,
      ...(body !== undefined &&
        method === 'POST' && { body: fill(body, values, escapeFor(headers)) }),
    })
  } catch (error) {
    throw new TemporaryFailure(`The SMS service at ${host} did not answer (${reasonOf(error)})`)
  }
  const { status, text } = reply
  if (status === 429 || status >= 500)
    throw new TemporaryFailure(`The SMS service at ${host} answered ${status}`)
  if (status < 200 || status >= 300)
    throw new Error(`The SMS service at ${host} answered ${status}`)
  if (config.accepted && !config.accepted.test(text))
    throw new Error(
      `The SMS service at ${host} answered ${status} without what SMS_ACCEPTED asks for`,
    )
}

function placeholders(config: HttpSmsConfig, { phone, text, code }: SignInMessage) {
  return {
    phone,
    international: `${config.countryCode}${phone}`,
    text,
    code,
    template: config.templateId,
  }
}

type Values = ReturnType<typeof placeholders>

function fill(template: string, values: Values, escape: (value: string) => string): string {
  return template.replaceAll(
    /\{(phone|international|text|code|template)\}/gu,
    (_, name: keyof Values) => escape(values[name]),
  )
}

/** Returns how a value is written into a body of this content type. */
function escapeFor(headers: Readonly<Record<string, string>>): (value: string) => string {
  const type = new Headers(headers).get('content-type') ?? ''
  if (type.includes('json')) return (value) => JSON.stringify(value).slice(1, -1)
  if (type.includes('xml')) return escapeXml
  return encodeURIComponent
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (value: string) =>
  value.replaceAll(/[&<>"']/gu, (letter) => xmlEntities[letter] ?? '')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no reply within ${TIMEOUT_MS / 1_000} s`
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException
  return code ?? error.name
}
