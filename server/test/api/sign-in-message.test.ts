import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import type { SignInMessage } from '../../src/sms/sms-gateway.ts'
import { FROM_OUR_PAGE, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { RUNNER_PHONE as RUNNER, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('the message of the sign-in on %s', (kind) => {
  const { server, clearSignIn } = useSignInByCode(kind)

  /** A server with a port of its own. @returns a function that asks it for a code */
  async function listen(changed: Partial<Deps>) {
    const app = await buildApp({ ...server.deps, ...changed })
    onTestFinished(() => app.close())
    const url = new URL('/api/sign-in/codes', await app.listen({ port: 0, host: '127.0.0.1' }))
    const headers = { ...FROM_OUR_PAGE, 'content-type': 'application/json' }
    const body = JSON.stringify({ phone: RUNNER })
    const ask = (signal?: AbortSignal) => fetch(url, { method: 'POST', headers, body, signal })
    return { app, ask }
  }

  it('starts to send the message after the answer', async () => {
    await clearSignIn()
    const events: string[] = []
    const onFinish = () => void events.push('answer')
    subscribe('http.server.response.finish', onFinish)
    onTestFinished(() => void unsubscribe('http.server.response.finish', onFinish))
    const smsGateway = { send: async () => void events.push('message') }
    const { ask } = await listen({ smsGateway })
    expect((await ask()).status).toBe(201)
    await expect.poll(() => events).toEqual(['answer', 'message'])
  })

  it('sends the message to a phone that goes away before the answer, and logs the call once', async () => {
    await clearSignIn()
    const leaving = new AbortController()
    const lines: string[] = []
    const sent: SignInMessage[] = []
    const { app, ask } = await listen({
      log: { ...silentLog, info: (line) => void lines.push(line.replace(/\d+ ms$/, 'N ms')) },
      smsGateway: { send: async (message) => void sent.push(message) },
      async wait() {
        leaving.abort()
        await gone
      },
    })
    const gone = once(app.server, 'connection').then(([socket]: Socket[]) => once(socket!, 'close'))
    await expect(ask(leaving.signal)).rejects.toThrow('aborted')
    await expect.poll(() => sent).toMatchObject([{ phone: RUNNER }])
    await app.close()
    expect(lines).toEqual(['POST /api/sign-in/codes 201 N ms'])
  })

  it('logs that a code was not sent, and neither the phone nor the code', async () => {
    await clearSignIn()
    const failing = async () => {
      throw new Error('The SMS service at sms.example answered 503')
    }
    const app = await buildApp({ ...server.deps, smsGateway: { send: failing } })
    onTestFinished(() => app.close())
    const answer = await request(app, 'POST', '/api/sign-in/codes', { body: { phone: RUNNER } })
    expect(answer.status).toBe(201)
    expect(server.takeErrors()).toEqual([
      'A sign-in code was not sent',
      new Error('The SMS service at sms.example answered 503'),
    ])
  })
})
