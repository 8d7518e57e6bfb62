/**
 * The part of Web Crypto with which the app seals rows, computed at once: the real one ends when the machine pleases, and
 * two runs would differ. The bytes have the same format (`web-crypto.test.ts`).
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
} from 'node:crypto'

/** A private number, a point of the curve, or a secret. */
interface Key {
  readonly bytes: Uint8Array
}

interface AesParameters {
  readonly iv: Uint8Array
  readonly additionalData: Uint8Array
}

const CURVE = 'prime256v1'
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
const SCALAR_BYTES = 32

/** @param randomBytes for new private keys */
export const createSubtle = (randomBytes: (count: number) => Uint8Array) => ({
  importKey: async (format: string, bytes: ArrayBuffer | Uint8Array): Promise<Key> => ({
    bytes: format === 'pkcs8' ? scalarOf(bytes) : new Uint8Array(bytes),
  }),
  async generateKey(): Promise<{ readonly privateKey: Key; readonly publicKey: Key }> {
    const scalar = randomBytes(SCALAR_BYTES)
    const point = ecdhOf(scalar).getPublicKey()
    return { privateKey: { bytes: scalar }, publicKey: { bytes: point } }
  },
  exportKey: async (_format: string, { bytes }: Key) => toBuffer(bytes),
  deriveBits: async ({ public: other }: { readonly public: Key }, own: Key) =>
    toBuffer(ecdhOf(own.bytes).computeSecret(other.bytes)),
  deriveKey: async (
    { salt, info }: { readonly salt: ArrayBuffer; readonly info: Uint8Array },
    material: Key,
  ): Promise<Key> => ({ bytes: hkdf(material.bytes, new Uint8Array(salt), info) }),
  async encrypt({ iv, additionalData }: AesParameters, key: Key, plain: ArrayBuffer) {
    const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(additionalData)
    const sealed = [cipher.update(new Uint8Array(plain)), cipher.final()]
    return toBuffer(Buffer.concat([...sealed, cipher.getAuthTag()]))
  },
  async decrypt({ iv, additionalData }: AesParameters, key: Key, sealed: ArrayBuffer) {
    const bytes = new Uint8Array(sealed)
    const decipher = createDecipheriv(CIPHER, key.bytes, iv).setAAD(additionalData)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]
    return toBuffer(Buffer.concat(plain))
  },
})

const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

function ecdhOf(scalar: Uint8Array) {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(scalar)
  return ecdh
}

function scalarOf(pkcs8: ArrayBuffer | Uint8Array): Uint8Array {
  const der = Buffer.from(new Uint8Array(pkcs8))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
}

/** HKDF-SHA-256 for as many bytes as one hash has. */
function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array {
  const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]) =>
    parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest()
  return hmac(hmac(salt, secret), info, Uint8Array.of(1))
}
