import { beforeAll, expect, test, vi } from 'vitest'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { fromBase64 } from '../../lib/bytes.ts'
import { canSeal, createOpener, createSealer, type Sealed } from './sealing-key.ts'

const NAME = 'key|deals|v1'
const text = '{"of":"Lakshmi"}\n'
const plain = new TextEncoder().encode(text).buffer
const read = async (opened: Promise<ArrayBuffer> | undefined) =>
  new TextDecoder('latin1').decode(await opened)

let keys: Awaited<ReturnType<typeof newSealingKeys>>
beforeAll(async () => {
  keys = await newSealingKeys()
})

/** A row as the first release with sealing has stored it. It never changes. */
const old = {
  privateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW38KYYxVspj/3KIMaGfk/MvUB+/n1zbWRcTLIrfD4gOhRANCAAQ+McIBcaoM09r1ArR3UcmP1kGqjPBKkMRLmnOcheNstQa7kxrMW6xyjDlgCXdV22iqW9H+1sykgBLxCya8XEcY',
  sealed: {
    ephemeral:
      'BG4WyuL5xPazdZlm1ZRZlp+S9vDo1143y2ZDSjUCVniYl84mapxoTp391YpVRj5Uv1Oxa65idD9N9/eSMlAAb1o=',
    iv: '3M/QqyIRjEJDkF6n',
    bytes: fromBase64('aOnW3OfwugqFVAMAlnj8NnqBJNexkHqiVMAHRrC5rH3V').buffer,
  },
}

test('a row that an older release has sealed is opened', async () => {
  const open = await createOpener(old.privateKey)
  expect(await read(open(NAME, old.sealed))).toBe(text)
})

test('the runner opens rows of several sealings, and the page that has sealed a row opens it, too', async () => {
  const sealers = [await createSealer(keys.public_key), await createSealer(keys.public_key)]
  const open = await createOpener(keys.private_key)
  const sealed = await Promise.all(sealers.map(({ seal }) => seal(NAME, plain)))
  expect(new Set(sealed.map(({ ephemeral }) => ephemeral)).size).toBe(2)
  for (const [at, one] of sealed.entries()) {
    expect(await read(sealers[at]?.open(NAME, one))).toBe(text)
    expect(await read(open(NAME, one))).toBe(text)
    expect(await read(open(NAME, one))).toBe(text)
  }
})

test('a sealed row has a vector of its own, and nothing of the row is readable', async () => {
  const { seal } = await createSealer(keys.public_key)
  const [one, other] = [await seal(NAME, plain), await seal(NAME, plain)]
  expect([one, other].map(({ iv }) => fromBase64(iv).length)).toEqual([12, 12])
  expect(fromBase64(one.ephemeral)).toHaveLength(65)
  expect(one.iv).not.toBe(other.iv)
  const [first, second] = [one, other].map(({ bytes }) => new TextDecoder('latin1').decode(bytes))
  expect(first).not.toBe(second)
  expect(first).not.toContain('Lakshmi')
})

const changes: readonly [string, (sealed: Sealed) => Sealed][] = [
  ['another vector', (sealed) => ({ ...sealed, iv: old.sealed.iv })],
  ['another key', (sealed) => ({ ...sealed, ephemeral: old.sealed.ephemeral })],
  ['a part of its bytes', (sealed) => ({ ...sealed, bytes: sealed.bytes.slice(1) })],
]
test.each(changes)('a row with %s is not opened', async (_what, change) => {
  const { seal } = await createSealer(keys.public_key)
  const open = await createOpener(keys.private_key)
  await expect(open(NAME, change(await seal(NAME, plain)))).rejects.toMatchObject({
    name: 'OperationError',
  })
})

test('a row is opened under its own name only', async () => {
  const { seal, open } = await createSealer(keys.public_key)
  const sealed = await seal(NAME, plain)
  await expect(open('key|deals|v2', sealed)).rejects.toMatchObject({ name: 'OperationError' })
  const openAsRunner = await createOpener(keys.private_key)
  await expect(openAsRunner('key|deals|v2', sealed)).rejects.toMatchObject({
    name: 'OperationError',
  })
})

test('no key of a sealing or an opening can be read from the browser', async () => {
  const { subtle } = crypto
  const made = [
    vi.spyOn(subtle, 'generateKey'),
    vi.spyOn(subtle, 'importKey'),
    vi.spyOn(subtle, 'deriveKey'),
  ]
  const { seal } = await createSealer(keys.public_key)
  const open = await createOpener(keys.private_key)
  await open(NAME, await seal(NAME, plain))
  const results = await Promise.all(made.flatMap((spy) => spy.mock.results.map((one) => one.value)))
  const all = results.flatMap((one: CryptoKey | CryptoKeyPair) =>
    'privateKey' in one ? one.privateKey : one,
  )
  const secret = all.filter(({ type }) => type !== 'public')
  expect(secret.length).toBeGreaterThan(4)
  expect(secret.filter(({ extractable }) => extractable)).toEqual([])
})

test('a page on plain http, where the browser has no encryption, cannot seal', () => {
  expect(canSeal()).toBe(true)
  vi.stubGlobal('crypto', {})
  expect(canSeal()).toBe(false)
  vi.unstubAllGlobals()
})
