import type { SealingKeys } from '@veni/domain/api/sign-in'
import { toBase64 } from '../src/lib/bytes.ts'

/** A key pair as the server makes one for a runner. */
export async function newSealingKeys(): Promise<SealingKeys> {
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  return {
    public_key: await toBase64(await subtle.exportKey('raw', pair.publicKey)),
    private_key: await toBase64(await subtle.exportKey('pkcs8', pair.privateKey)),
  }
}
