import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesFrom, createRandom } from './random.ts'
import { createSubtle } from './web-crypto.ts'

const POINT_BYTES = 65
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const NAME = new TextEncoder().encode('key|deals|visit')
const IV = Uint8Array.from({ length: 12 }, (_, at) => at)
const REFUSED = 'unable to authenticate'
const WORK = new TextEncoder().encode('నా పని').buffer

const ours = () => createSubtle((count) => bytesFrom(createRandom(5), count)) as unknown as Subtle
type Subtle = typeof crypto.subtle

const runner = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

const parameters = { name: 'AES-GCM', iv: IV, additionalData: NAME }

async function deriveKey(subtle: Subtle, own: CryptoKey, other: CryptoKey, salt: ArrayBuffer) {
  const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('info') }
  const cipher = { name: 'AES-GCM', length: 256 }
  return subtle.deriveKey(how, material, cipher, false, ['encrypt', 'decrypt'])
}

async function seal(subtle: Subtle) {
  const point = Uint8Array.from(runner.publicKey.subarray(-POINT_BYTES))
  const theirs = await subtle.importKey('raw', point, CURVE, false, [])
  const own = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const ephemeral = await subtle.exportKey('raw', own.publicKey)
  const key = await deriveKey(subtle, own.privateKey, theirs, ephemeral)
  return { ephemeral, bytes: await subtle.encrypt(parameters, key, WORK) }
}

async function open(subtle: Subtle, { ephemeral, bytes }: Awaited<ReturnType<typeof seal>>) {
  const pkcs8 = Uint8Array.from(runner.privateKey)
  const own = await subtle.importKey('pkcs8', pkcs8, CURVE, false, ['deriveBits'])
  const theirs = await subtle.importKey('raw', ephemeral, CURVE, false, [])
  const key = await deriveKey(subtle, own, theirs, ephemeral)
  return new TextDecoder().decode(await subtle.decrypt(parameters, key, bytes))
}

test('what the simulation seals can be opened with Web Crypto, and the other way round', async () => {
  const { subtle } = crypto
  const text = new TextDecoder().decode(WORK)
  expect(await open(subtle, await seal(ours()))).toBe(text)
  expect(await open(ours(), await seal(subtle))).toBe(text)
})

test('a changed byte, or another name, opens nothing', async () => {
  const subtle = ours()
  const sealed = await seal(subtle)
  const changed = new Uint8Array(sealed.bytes.slice(0))
  changed[0] = (changed[0] ?? 0) ^ 1
  await expect(open(subtle, { ...sealed, bytes: changed.buffer })).rejects.toThrow(REFUSED)
  const other = { ...parameters, additionalData: new Uint8Array(3) }
  const key = await subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, [])
  const bytes = await subtle.encrypt(parameters, key, WORK)
  await expect(subtle.decrypt(other, key, bytes)).rejects.toThrow(REFUSED)
})

test('the same random numbers seal to the same bytes', async () => {
  expect(await seal(ours())).toEqual(await seal(ours()))
})
