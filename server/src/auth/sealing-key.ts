import { createECDH, createPrivateKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import type { SealingKeys } from '@veni/domain/api/sign-in'
import type { Tx } from '../db/client.ts'
import { invariant } from '../errors.ts'
import { findSealingKey, insertSealingKey, isSealingKey } from './sealing-key-store.ts'

/** An uncompressed point of P-256 is the last 65 bytes of its SPKI. */
const POINT_BYTES = 65
const SCALAR_BYTES = 32

interface Keyed {
  readonly id: number
  readonly phone: string
}

/**
 * The runner's key pair, which is made at the first sign-in and never changes: a phone may have old sealed work.
 * @param secret the key is derived from it and the phone, so that a restore of a backup from before the first sign-in
 * loses no sealed work. Without a secret (demo sign-in) the key is random.
 */
export async function sealingKeyOf(
  tx: Tx,
  runner: Keyed,
  secret: string | undefined,
): Promise<SealingKeys> {
  if (!(await findSealingKey(tx, runner.id)))
    await insertSealingKey(tx, runner.id, await makeKeyPair(tx, runner.phone, secret))
  const key = await findSealingKey(tx, runner.id)
  invariant(key, 'the runner has a sealing key')
  return { public_key: key.publicKey, private_key: key.privateKey }
}

/** A runner who got the phone number of another one gets a random key: the derived one would open the other's sealed work. */
async function makeKeyPair(tx: Tx, phone: string, secret: string | undefined): Promise<KeyPair> {
  if (!secret) return newKeyPair()
  const derived = deriveKeyPair(secret, phone)
  return (await isSealingKey(tx, derived.publicKey)) ? newKeyPair() : derived
}

/**
 * What opens the entries that the phone of a signed-in runner has sealed, so that it can send them again.
 * @returns undefined for a runner without a key, who has sealed nothing: the session is of an older release
 */
export async function readPrivateKey(tx: Tx, runnerId: number): Promise<string | undefined> {
  return (await findSealingKey(tx, runnerId))?.privateKey
}

interface KeyPair {
  /** Base64, as the table has them. */
  readonly publicKey: string
  readonly privateKey: string
}

function deriveKeyPair(secret: string, phone: string, attempt = 1): KeyPair {
  const info = `veni sealing key ${attempt} ${phone}`
  const scalar = Buffer.from(hkdfSync('sha256', secret, '', info, SCALAR_BYTES))
  const ecdh = createECDH('prime256v1')
  try {
    ecdh.setPrivateKey(scalar)
  } catch {
    // One number in four thousand million is no private key of the curve.
    return deriveKeyPair(secret, phone, attempt + 1)
  }
  const point = ecdh.getPublicKey()
  return { publicKey: point.toString('base64'), privateKey: toPkcs8(scalar, point) }
}

function toPkcs8(scalar: Buffer, point: Buffer): string {
  const encode = (part: Buffer) => part.toString('base64url')
  const [x, y] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(-SCALAR_BYTES)]
  const key = { kty: 'EC', crv: 'P-256', d: encode(scalar), x: encode(x), y: encode(y) }
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
}

function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return {
    publicKey: publicKey.subarray(-POINT_BYTES).toString('base64'),
    privateKey: privateKey.toString('base64'),
  }
}
