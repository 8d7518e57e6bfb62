import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { signInCodes } from '../../src/db/schema.ts'
import { BROWSER_COOKIE, FROM_OUR_PAGE } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useProcesses } from '../setup/process-data.ts'
import type { ServerProcess } from '../setup/server-process.ts'

const PHONE = '9000000001'

describe.each(databaseKinds)('guesses at a code, on %s', (kind) => {
  const { newData, start } = useProcesses()
  const env = {
    SIGN_IN_MODE: 'sms',
    SIGN_IN_SECRET: 'a secret of at least 32 characters',
    SMS_GATEWAY: 'console',
    SAMPLE_DATA: 'on',
  }

  async function post(server: ServerProcess, path: string, body: object): Promise<number> {
    const { status } = await fetch(new URL(path, await server.address()), {
      method: 'POST',
      headers: {
        ...FROM_OUR_PAGE,
        'content-type': 'application/json',
        cookie: BROWSER_COOKIE,
      },
      body: JSON.stringify(body),
    })
    return status
  }

  /** Asks for a code and reads it from the log, where the console gateway shows it. */
  async function askForCode(server: ServerProcess): Promise<string> {
    expect(await post(server, '/api/sign-in/codes', { phone: PHONE })).toBe(201)
    const [, code] = await server.printed(/SMS to \*{8}01: the code is (\d{6})\n/)
    expect(server.output).not.toContain(PHONE)
    return code ?? ''
  }

  const enter = (server: ServerProcess, code: string) =>
    post(server, '/api/sign-in/session', { phone: PHONE, code })

  it('are counted over the death of the server', async () => {
    const data = await newData(kind)
    let server = start(data, env)
    const right = await askForCode(server)
    const wrong = right === '123456' ? '654321' : '123456'
    for (const guesses of [2, 2, 1]) {
      for (let guess = 0; guess < guesses; guess++) expect(await enter(server, wrong)).toBe(401)
      await server.kill('SIGKILL')
      server = start(data, env)
    }
    expect(await enter(server, right)).toBe(401)
  })

  it('are ten in a day, over two codes and the deaths of three servers', async () => {
    const data = await newData(kind)
    let right = ''
    for (const _code of [1, 2]) {
      const server = start(data, env)
      right = await askForCode(server)
      const wrong = right === '123456' ? '654321' : '123456'
      for (let guess = 0; guess < 5; guess++) expect(await enter(server, wrong)).toBe(401)
      await server.kill('SIGKILL')
      const { db, close } = await openDatabase(data)
      // Another code is sent only after the countdown.
      await db
        .update(signInCodes)
        .set({ sentAt: sql`${signInCodes.sentAt} - interval '140 seconds'` })
      await close()
    }
    const server = start(data, env)
    expect(await enter(server, right)).toBe(429)
    expect(await post(server, '/api/sign-in/codes', { phone: PHONE })).toBe(429)
  })

  it('do not stop the right code after four of them', async () => {
    const data = await newData(kind)
    const first = start(data, env)
    const right = await askForCode(first)
    const wrong = right === '123456' ? '654321' : '123456'
    for (let guess = 0; guess < 4; guess++) expect(await enter(first, wrong)).toBe(401)
    await first.kill('SIGKILL')
    expect(await enter(start(data, env), right)).toBe(201)
  })
})
