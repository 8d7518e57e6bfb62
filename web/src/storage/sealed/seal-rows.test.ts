import { beforeEach, expect, test, vi } from 'vitest'
import { writeRows } from '../../../test/phone-database.ts'
import { stored } from '../../../test/second-copies.ts'
import {
  bytes,
  keys,
  listOwn,
  nothing,
  photoKey,
  preparePhone,
  RAVI,
  rows,
  storedRows,
} from '../../../test/shared-phone.ts'
import { storage } from '../phone-storage.ts'
import { openRows } from './open-rows.ts'
import { sealRows } from './seal-rows.ts'
import { sealedStorage } from './sealed-rows.ts'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await preparePhone()
})

const publicKey = keys.public_key
const seal = (isBack = () => false) => sealRows(RAVI, publicKey, isBack)
const open = () => openRows(RAVI, { publicKey, privateKey: keys.private_key })
const asStored = rows.map(({ row }) => row)

test('the bytes of a photo are the same after they were sealed and opened', async () => {
  await seal()
  await open()
  const photo = (await stored(rows[0])) as { readonly bytes: ArrayBuffer }
  expect(new Uint8Array(photo.bytes)).toEqual(new Uint8Array(bytes))
  expect(await stored(rows[1])).not.toHaveProperty('bytes')
})

test('a row stays readable when its sealed row is not on the disk', async () => {
  vi.spyOn(sealedStorage, 'write').mockResolvedValue()
  await expect(seal()).rejects.toThrow('on the disk')
  expect(await storedRows()).toEqual(asStored)
})

test.each([
  ['one other byte', (plain: Uint8Array) => plain.with(-1, 0)],
  ['a byte less', (plain: Uint8Array) => plain.slice(0, -1)],
  ['a byte more', (plain: Uint8Array) => Uint8Array.from([...plain, 0])],
])('a row stays readable when its sealed row opens with %s', async (_what, change) => {
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(
    async (...call) => Uint8Array.from(change(new Uint8Array(await decrypt(...call)))).buffer,
  )
  await expect(seal()).rejects.toThrow('the same bytes')
  expect(await storedRows()).toEqual(asStored)
})

test('a full phone makes free space for the sealed rows, once', async () => {
  const makeFreeSpace = vi.spyOn(storage, 'makeFreeSpace').mockResolvedValue()
  const write = vi.spyOn(sealedStorage, 'write')
  write.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  await seal()
  expect(makeFreeSpace).toHaveBeenCalledTimes(1)
  expect(await storedRows()).toEqual(nothing)
  write.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await preparePhone()
  await expect(seal()).rejects.toThrow('full')
  expect(await storedRows()).toEqual(asStored)
})

test('a sealed row has its place, and whether the server may lack it', async () => {
  const received = { ...rows[2], key: 'z', row: { ...rows[2].row, receivedAt: 5 } }
  await writeRows([received])
  await seal()
  const sealed = await sealedStorage.rows.getAll()
  const places = sealed.map(({ collection, key, isUnsent }) => [collection, key, isUnsent])
  expect(sealed.map((row) => row.publicKey)).toEqual(sealed.map(() => publicKey))
  // The second photo has an address at its host, and the second deal was received.
  expect(places).toEqual([
    ['deals', rows[2].key, true],
    ['deals', 'z', false],
    ['outbox', rows[3].key, true],
    ['photos', photoKey, true],
    ['photos', rows[1].key, false],
  ])
})

test('the first failure is passed on, after all other rows are sealed', async () => {
  const read = storage.photos.getUnparsed
  vi.spyOn(storage.photos, 'getUnparsed').mockImplementation((key) =>
    key === photoKey ? Promise.reject(new Error('a lost file')) : read(key),
  )
  await expect(seal()).rejects.toThrow('a lost file')
  expect(await storedRows()).toEqual([rows[0].row, undefined, undefined, undefined])
  expect(await listOwn()).toHaveLength(3)
})

test('rows of other runners stay readable, and so do photos whose deal is not sealed for this runner', async () => {
  const other = { collection: 'deals', key: 'v2', row: { owner: '9000000002' } } as const
  const photos = ['v2.packet.1', 'v3.packet.1'].map(
    (key) => ({ collection: 'photos', key, row: { owner: '' } }) as const,
  )
  const ofOther = { ...rows[0], key: `${photoKey}0`, row: { owner: '9000000002' } }
  const ownerless = { collection: 'deals', key: 'v3', row: { owner: '' } } as const
  await writeRows([other, ...photos, ofOther, ownerless])
  await seal()
  expect(await storage.deals.getKeys()).toEqual(['v2', 'v3'])
  expect(await storage.photos.getKeys()).toEqual([ofOther.key, 'v2.packet.1', 'v3.packet.1'])
  expect(await listOwn()).toHaveLength(rows.length)
})

test('a collection is sealed when its lost rows are back: their copies would stay readable', async () => {
  const order: string[] = []
  const whenRestored = storage.whenRestored
  vi.spyOn(storage, 'whenRestored').mockImplementation((name) => {
    order.push(`restore ${name}`)
    return whenRestored(name)
  })
  for (const name of ['photos', 'deals', 'outbox'] as const) {
    const { getKeys } = storage[name]
    vi.spyOn(storage[name], 'getKeys').mockImplementation(() => {
      order.push(`list ${name}`)
      return getKeys()
    })
  }
  await seal()
  expect(order).toEqual(
    ['outbox', 'deals', 'photos'].flatMap((name) => [`restore ${name}`, `list ${name}`]),
  )
})

test('nothing is sealed when the runner is back', async () => {
  await expect(seal(() => true)).rejects.toThrow('back')
  expect(await storedRows()).toEqual(asStored)
  expect(await listOwn()).toEqual([])
})

const leave = ({ collection, key }: { collection: string; key: string }, owner?: string) => {
  const left = [{ collection, key, owner }]
  vi.spyOn(storage, 'whenRestored').mockResolvedValue({ count: 0, isLate: false, left })
}

test.each([
  ['an entry without an owner', rows[3], undefined],
  ['a photo from before the sign-in', rows[0], ''],
])('a full phone that has %s in its second copy only is not cleared', async (_what, row, owner) => {
  leave(row, owner)
  await expect(seal()).rejects.toThrow('A full phone keeps copies')
})

test.each([
  ['a photo of another visit', { collection: 'photos', key: 'v9.packet.1' }, ''],
  ['a deal of another runner', rows[2], '9000000002'],
])(
  '%s that a full phone has in its second copy only delays no sealing',
  async (_what, row, owner) => {
    leave(row, owner)
    await seal()
    expect(await storedRows()).toEqual(nothing)
  },
)
