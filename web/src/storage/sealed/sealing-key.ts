/**
 * Encrypts rows for a runner who is signed out. The phone has only the runner's public key; the sign-in brings the
 * private key, which is never stored. ECDH P-256 with a key pair of this sealing, HKDF-SHA-256, AES-256-GCM.
 */
import { fromBase64, toShortBase64 } from '../../lib/bytes.ts'
import type { SealedRow } from './sealed-rows.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const INFO = new TextEncoder().encode('veni sealed row 1')
const IV_BYTES = 12

/** What an encrypted row is stored with. All are readable, and none opens it. */
export type Sealed = Pick<SealedRow, 'ephemeral' | 'iv' | 'bytes'>

/** Missing on plain http. */
export const canSeal = (): boolean => (crypto as Partial<Crypto>).subtle !== undefined

export interface Sealer {
  /** @param name is checked when the row is opened: a row cannot be exchanged for another */
  readonly seal: (name: string, bytes: ArrayBuffer) => Promise<Sealed>
  /** For the check after a write; only the page that sealed the row can open it without the private key. */
  readonly open: (name: string, sealed: Sealed) => Promise<ArrayBuffer>
}

/** @param publicKey of the runner: the uncompressed point, base64 */
export async function createSealer(publicKey: string): Promise<Sealer> {
  const { subtle } = crypto
  const runner = await subtle.importKey('raw', fromBase64(publicKey), CURVE, false, [])
  const own = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const ephemeral = await subtle.exportKey('raw', own.publicKey)
  const key = await deriveKey(own.privateKey, runner, ephemeral)
  const ephemeralText = toShortBase64(ephemeral)
  return {
    async seal(name, plain) {
      const iv = toShortBase64(crypto.getRandomValues(new Uint8Array(IV_BYTES)).buffer)
      const bytes = await subtle.encrypt(parameters(iv, name), key, plain)
      return { ephemeral: ephemeralText, iv, bytes }
    },
    open: (name, { iv, bytes }) => subtle.decrypt(parameters(iv, name), key, bytes),
  }
}

/** @param privateKey of the runner: PKCS #8, base64. @returns opens what was sealed with the public key */
export async function createOpener(
  privateKey: string,
): Promise<(name: string, sealed: Sealed) => Promise<ArrayBuffer>> {
  const { subtle } = crypto
  const runner = await subtle.importKey('pkcs8', fromBase64(privateKey), CURVE, false, [
    'deriveBits',
  ])
  // All rows of one sealing have the same key.
  const keys = new Map<string, Promise<CryptoKey>>()
  const findKey = async (ephemeral: string) => {
    const point = fromBase64(ephemeral).buffer
    return deriveKey(runner, await subtle.importKey('raw', point, CURVE, false, []), point)
  }
  return async (name, { ephemeral, iv, bytes }) => {
    const key = keys.get(ephemeral) ?? findKey(ephemeral)
    keys.set(ephemeral, key)
    return subtle.decrypt(parameters(iv, name), await key, bytes)
  }
}

const parameters = (iv: string, name: string) => ({
  name: 'AES-GCM',
  iv: fromBase64(iv),
  additionalData: new TextEncoder().encode(name),
})

async function deriveKey(
  own: CryptoKey,
  other: CryptoKey,
  ephemeral: ArrayBuffer,
): Promise<CryptoKey> {
  const { subtle } = crypto
  const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: ephemeral, info: INFO },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
