import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import type { HttpSmsConfig } from '../config/sign-in-config.ts'
import { createHttpGateway } from './http-gateway.ts'

const message = { phone: '9000000001', code: '012345', text: '012345 is "your" code &\nనమస్తే' }

/** A local service that answers with the next reply, and records what it got. */
describe('the HTTP gateway for messages', () => {
  interface Got {
    readonly method: string | undefined
    readonly url: string | undefined
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }
  let got: Got[]
  let replies: { status: number; body?: string; headers?: Record<string, string> }[]
  let base: string

  beforeEach(async () => {
    got = []
    replies = [{ status: 200 }]
    const service = createServer((request, response) => void answer(request, response))
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    return () => service.close()
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request
    got.push({ method, url, headers, body: await readText(request) })
    const reply = replies.shift() ?? { status: 200 }
    if (reply.status === 0) response.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body ?? '')
  }

  const gateway = (config: Partial<HttpSmsConfig> = {}) =>
    createHttpGateway({
      url: `${base}/send`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authkey: 'KEY' },
      body: '{"to":"+{international}","message":"{text}","dlt":"{template}"}',
      accepted: undefined,
      templateId: '1107160000000000001',
      countryCode: '91',
      ...config,
    })

  test('sends JSON with the configured headers and the id of the registered message', async () => {
    await gateway().send(message)
    expect(got).toMatchObject([{ method: 'POST', url: '/send', headers: { authkey: 'KEY' } }])
    expect(JSON.parse(got[0]!.body)).toEqual({
      to: '+919000000001',
      message: message.text,
      dlt: '1107160000000000001',
    })
  })

  test('sends a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await gateway({ headers, body: 'numbers={phone}&message={text}&otp={code}' }).send(message)
    expect(Object.fromEntries(new URLSearchParams(got[0]!.body))).toEqual({
      numbers: message.phone,
      message: message.text,
      otp: message.code,
    })
  })

  test('sends XML', async () => {
    const headers = { 'Content-Type': 'text/xml' }
    await gateway({ headers, body: '<sms to="{phone}">{text}</sms>' }).send(message)
    expect(got[0]!.body).toBe(
      '<sms to="9000000001">012345 is &quot;your&quot; code &amp;\nనమస్తే</sms>',
    )
  })

  test('sends a GET with everything in the URL', async () => {
    const url = `${base}/api?to={international}&text={text}`
    await gateway({ url, method: 'GET', body: undefined }).send(message)
    const asked = new URL(got[0]!.url ?? '', base)
    expect(got[0]).toMatchObject({ method: 'GET', body: '' })
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      to: '919000000001',
      text: message.text,
    })
  })

  test('replaces a placeholder inside a value never again', async () => {
    await gateway({ body: '{"text":"{text}"}' }).send({ ...message, text: 'a {code} b $& c' })
    expect(JSON.parse(got[0]!.body)).toEqual({ text: 'a {code} b $& c' })
  })

  test.each([0, 429, 500, 503])('tries once more after %i', async (status) => {
    replies = [{ status }, { status: 202 }]
    await gateway().send(message)
    expect(got).toHaveLength(2)
    expect(got[1]).toMatchObject({ body: got[0]!.body })
  })

  test('gives up after the second try, with the host and the status only', async () => {
    replies = [
      { status: 500, body: message.text },
      { status: 503, body: message.code },
    ]
    const { host } = new URL(base)
    await expect(gateway().send(message)).rejects.toThrow(
      new Error(`The SMS service at ${host} answered 503`),
    )
  })

  test.each([301, 400, 401, 404])('does not repeat a message after %i', async (status) => {
    replies = [{ status, headers: { location: `${base}/elsewhere` } }]
    await expect(gateway().send(message)).rejects.toThrow(`answered ${status}`)
    expect(got).toHaveLength(1)
  })

  test('refuses a reply of 200 that does not say that the message was accepted', async () => {
    const accepted = /"type":"success"/u
    replies = [{ status: 200, body: '{"type":"error","message":"invalid template"}' }]
    await expect(gateway({ accepted }).send(message)).rejects.toThrow('SMS_ACCEPTED')
    replies = [{ status: 200, body: '{"type":"success"}' }]
    await gateway({ accepted }).send(message)
  })

  test('names the reason when nothing listens', async () => {
    const port = await freePort()
    const sending = gateway({ url: `http://127.0.0.1:${port}/` }).send(message)
    await expect(sending).rejects.toThrow(`127.0.0.1:${port} did not answer (ECONNREFUSED)`)
  })

  test('waits eight seconds for a reply, twice', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const from = performance.now()
    const sending = gateway({ url: `http://127.0.0.1:${port}/` }).send(message)
    await expect(sending).rejects.toThrow('no reply within 8 s')
    expect(performance.now() - from).toBeGreaterThan(15_900)
    silent.closeAllConnections()
    silent.close()
  })
})
