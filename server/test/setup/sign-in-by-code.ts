import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import {
  phones,
  runners,
  sealingKeys,
  sessions,
  signInCodes,
  signInEvents,
} from '../../src/db/schema.ts'
import type { Deps } from '../../src/deps.ts'
import type { SignInMessage } from '../../src/sms/sms-gateway.ts'
import { BROWSER_COOKIE, request } from './client.ts'
import type { DatabaseKind } from './databases.ts'
import { useServer } from './server.ts'

/** The only runner after `clearSignIn`. */
export const RUNNER_PHONE = '9000000001'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export function useSignInByCode(kind: DatabaseKind) {
  const server = useServer(kind, {
    SIGN_IN_MODE: 'sms',
    SIGN_IN_SECRET: 'a secret of at least 32 characters',
    SMS_GATEWAY: 'console',
  })

  /** A server process on the same database, with a clock and a gateway of its own. It answers at once. */
  async function startProcess(now = Date.now(), wait: Deps['wait'] = async () => undefined) {
    const sent: SignInMessage[] = []
    const clock = { now }
    const smsGateway: Deps['smsGateway'] = { send: async (message) => void sent.push(message) }
    const app = await buildApp({
      ...server.deps,
      smsGateway,
      now: () => new Date(clock.now),
      wait,
    })
    onTestFinished(() => app.close())
    return { app, clock, sent, ...phoneCalls(app) }
  }

  async function clearSignIn(): Promise<void> {
    await server.deps.db.delete(signInCodes)
    await server.deps.db.delete(signInEvents)
    await server.deps.db.delete(sessions)
    await server.deps.db.delete(sealingKeys)
    await server.deps.db.delete(phones)
    await server.deps.db.delete(runners)
    await server.deps.db.insert(runners).values({ id: 1, name: 'Ravi Kumar', phone: RUNNER_PHONE })
  }

  return { server, startProcess, clearSignIn }
}

/** What phones ask and enter at a server. `enterIn` sends other cookies than the usual browser. */
function phoneCalls(app: FastifyInstance) {
  const post = <TBody = unknown>(
    path: string,
    body: object,
    from: { cookie: string; address: string },
  ) =>
    request<TBody>(app, 'POST', path, {
      body,
      headers: { cookie: from.cookie },
      remoteAddress: from.address,
    })
  const ask = (phone: string, address = ADDRESS, cookie = BROWSER_COOKIE) =>
    post<{ expires_in_seconds: number }>('/api/sign-in/codes', { phone }, { cookie, address })
  const enterIn = (cookie: string, body: object, address = ADDRESS) =>
    post('/api/sign-in/session', body, { cookie, address })
  const enter = (phone: string, code: string, session = '', address = ADDRESS) =>
    enterIn(`${BROWSER_COOKIE}; ${session}`, { phone, code }, address)
  return { ask, enter, enterIn }
}

const ADDRESS = '203.0.113.7'

/** The session cookie of an answer to a sign-in. */
export function cookieOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}
