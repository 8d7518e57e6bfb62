import { createPrivateKey, createPublicKey } from 'node:crypto'
import { signInSessionReplySchema, type SealingKeys } from '@veni/domain/api/sign-in'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { runners } from '../../src/db/schema.ts'
import { databaseKinds } from '../setup/databases.ts'
import { MINUTE, RUNNER_PHONE as RUNNER, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('the sealing key on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  it('gives a runner the same sealing key after the server has lost its database [R-7.052]', async () => {
    const signIn = async () => {
      await clearSignIn()
      const { ask, enter, sent } = await startProcess()
      await ask(RUNNER)
      const { body } = await enter(`+91 ${RUNNER}`, sent[0]!.code)
      return v.parse(signInSessionReplySchema, body).sealing
    }
    const before = await signIn()
    expect(await signIn()).toEqual(before)
    expect(isOneKeyPair(before)).toBe(true)
  })

  it('is another one for a runner who gets the phone number that another runner had', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    const signIn = async () => {
      await ask(RUNNER)
      const { body } = await enter(RUNNER, sent.at(-1)!.code)
      clock.now += 5 * MINUTE
      return v.parse(signInSessionReplySchema, body)
    }
    const before = await signIn()
    await server.deps.db.update(runners).set({ phone: '9000000002' }).where(eq(runners.id, 1))
    await server.deps.db.insert(runners).values({ id: 2, name: 'Lakshmi Devi', phone: RUNNER })
    const after = await signIn()
    expect([before.runner.id, after.runner.id].map(String)).toEqual(['1', '2'])
    expect(after.sealing?.public_key).not.toBe(before.sealing?.public_key)
    expect(after.sealing?.private_key).not.toBe(before.sealing?.private_key)
    expect(isOneKeyPair(after.sealing)).toBe(true)
    expect((await signIn()).sealing).toEqual(after.sealing)
  })
})

/** Whether the private key opens what is encrypted for the public one. */
function isOneKeyPair(keys: SealingKeys | undefined): boolean {
  const der = Buffer.from(keys?.private_key ?? '', 'base64')
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return spki.subarray(-65).toString('base64') === keys?.public_key
}
