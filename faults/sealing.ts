/** The key pair that the server has of each runner: the same in every run, so that the rows have the same order. */
import { createECDH, createHash, createPrivateKey } from 'node:crypto'

const SCALAR_BYTES = 32

/** @returns both keys as the server stores them */
export function sealingKeysOf(phone: string) {
  const scalar = createHash('sha256').update(phone).digest()
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(-SCALAR_BYTES)]
  const encode = (part: Buffer) => part.toString('base64url')
  const key = { kty: 'EC', crv: 'P-256', d: encode(scalar), x: encode(x), y: encode(y) }
  const pkcs8 = createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'der' })
  return { publicKey: point.toString('base64'), privateKey: pkcs8.toString('base64') }
}
