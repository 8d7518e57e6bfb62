/**
 * Encrypts rows for a runner who is signed out. The phone has only the runner's public key; the sign-in brings the
 * private key, which is never stored. ECDH P-256 with a key pair of this sealing, HKDF-SHA-256, AES-256-GCM.
 */
import { fromBase64 } from '../../lib/bytes.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const INFO = new TextEncoder().encode('veni sealed row 1')
const IV_BYTES = 12

/** What an encrypted row is stored with. All are readable, and none opens it. */
export interface Sealed {
  /** The public key of the sealing's own key pair, 65 bytes. */
  readonly ephemeral: ArrayBuffer
  readonly iv: ArrayBuffer
  readonly data: ArrayBuffer
}

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
  return {
    async seal(name, bytes) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES)).buffer
      const data = await subtle.encrypt(parameters(iv, name), key, bytes)
      return { ephemeral, iv, data }
    },
    open: (name, { iv, data }) => subtle.decrypt(parameters(iv, name), key, data),
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
  return async (name, { ephemeral, iv, data }) => {
    const other = await subtle.importKey('raw', ephemeral, CURVE, false, [])
    return subtle.decrypt(parameters(iv, name), await deriveKey(runner, other, ephemeral), data)
  }
}

const parameters = (iv: ArrayBuffer, name: string) => ({
  name: 'AES-GCM',
  iv,
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
