import { createPrivateKey, createPublicKey } from 'node:crypto'
import { signInSessionReplySchema, type SealingKeys } from '@veni/domain/api/sign-in'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../setup/databases.ts'
import { RUNNER_PHONE as RUNNER, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('the sealing key on %s', (kind) => {
  const { startProcess, clearSignIn } = useSignInByCode(kind)

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
})

/** Whether the private key opens what is encrypted for the public one. */
function isOneKeyPair(keys: SealingKeys | undefined): boolean {
  const der = Buffer.from(keys?.private_key ?? '', 'base64')
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return spki.subarray(-65).toString('base64') === keys?.public_key
}
