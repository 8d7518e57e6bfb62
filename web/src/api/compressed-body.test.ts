import { sendWorkApi, workReplySchema } from '@veni/domain/api/work'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { json, startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { environment, provideEnvironment } from '../lib/environment.ts'
import { type Client, createClient } from './client.ts'

const CALL = 'POST /api/work'
const items = [{ notes: 'జుట్టు '.repeat(100) }]
const recorded = json({ results: [{ outcome: 'recorded' }] })

let server: StandInServer
let client: Client
beforeEach(() => {
  signInRunner()
  server = startStandInServer()
  client = createClient({
    fetch: (url, init) => fetch(url, init),
    timeout: (ms) => AbortSignal.timeout(ms),
  })
})

const send = (sent: unknown[] = items) =>
  client.callApi(sendWorkApi.recordWork, {
    body: { items: sent },
    accepts: workReplySchema,
    timeoutMs: 5_000,
  })
const encodings = () =>
  server.calls(CALL).map(({ headers }) => headers.get('content-encoding') ?? 'none')

test('a long body is sent compressed, and the server reads the same', async () => {
  server.answer(CALL, recorded)
  await send()
  expect(encodings()).toEqual(['gzip'])
  expect(server.sent[0]?.body).toEqual({ items })
  expect(server.sent[0]?.headers.get('content-type')).toBe('application/json')
})

test('a short body is sent as it is', async () => {
  server.answer(CALL, recorded)
  await send([{ id: 'short' }])
  expect(encodings()).toEqual(['none'])
})

test('a browser that cannot compress sends the body as it is', async () => {
  const { now, randomBytes, sha256 } = environment()
  onTestFinished(provideEnvironment({ now, randomBytes, sha256, gzip: undefined }))
  server.answer(CALL, recorded)
  await send()
  expect(encodings()).toEqual(['none'])
})

test('a browser whose compression fails sends the body as it is', async () => {
  const { now, randomBytes, sha256 } = environment()
  const gzip = () => Promise.reject(new RangeError('no memory'))
  onTestFinished(provideEnvironment({ now, randomBytes, sha256, gzip }))
  server.answer(CALL, recorded)
  await send()
  expect(encodings()).toEqual(['none'])
})

test('a page of a proxy in place of the answer makes the phone try without compression', async () => {
  server.answer(CALL, ({ headers }) =>
    headers.has('content-encoding') ? new Response('<html>Blocked</html>') : recorded.clone(),
  )
  await send()
  await send()
  expect(encodings()).toEqual(['gzip', 'none', 'none'])
})

test.each([400, 403, 406, 411, 415, 500, 501])(
  'a server that refuses compression by %i gets this call and all later ones without it',
  async (status) => {
    server.answer(CALL, ({ headers }) =>
      headers.has('content-encoding') ? new Response('What?', { status }) : recorded.clone(),
    )
    await send()
    await send()
    expect(encodings()).toEqual(['gzip', 'none', 'none'])
    expect(server.sent[1]?.body).toEqual({ items })
  },
)

test('a captive portal that refuses both ends no compression', async () => {
  server.answer(CALL, new Response('Sign in to WiFi', { status: 403 }))
  await expect(send()).rejects.toMatchObject({ detail: { status: 403 } })
  server.answer(CALL, recorded)
  await send()
  expect(encodings()).toEqual(['gzip', 'none', 'gzip'])
})

test.each([409, 413, 429, 503])(
  'an answer with status %i does not depend on compression, and nothing is sent twice',
  async (status) => {
    server.answer(CALL, json({ error: { code: 'unavailable', message: 'Later.' } }, status))
    await expect(send()).rejects.toMatchObject({ detail: { status } })
    expect(encodings()).toEqual(['gzip'])
  },
)
