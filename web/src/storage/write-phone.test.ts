import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase } from '../../test/delete-database.ts'
import { phoneDatabase } from './database.ts'
import { changePhone, writePhone, type Rows } from './write-phone.ts'

beforeEach(deleteDatabase)
afterEach(deleteDatabase)

const deal = { store: 'deals', key: 'a', value: { of: 'Lakshmi' } } as const
const full = () => new DOMException('The disk is full', 'QuotaExceededError')

test('on a full phone what is kept only for reading gives way to work, and nothing else does [R-8.079]', async () => {
  const photo = { store: 'photos', key: 'p', value: 1 } as const
  const answers = ['9000000001|customers', '9000000001|hair-prices', 'sender']
  await writePhone([
    photo,
    ...answers.map((key) => ({ store: 'snapshots', key, value: 1 }) as const),
  ])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw full()
  })
  await writePhone([deal])
  put.mockRestore()
  const database = await phoneDatabase()
  // Small, and needed where there is no network, or no page.
  expect(await database.getAllKeys('snapshots')).toEqual(['9000000001|hair-prices', 'sender'])
  expect(await database.get('photos', 'p')).toBe(1)
  expect(await database.get('deals', 'a')).toEqual(deal.value)
})

test('an answer that finds no room takes none from the others', async () => {
  await writePhone([{ store: 'snapshots', key: 'customers', value: 1 }])
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full()
  })
  const products = { store: 'snapshots', key: 'products', value: 1 } as const
  await expect(writePhone([products])).rejects.toThrow('The disk is full')
  expect(await (await phoneDatabase()).get('snapshots', 'customers')).toBe(1)
})

test('a phone that stays full is said after one more try, and so is any other failure at once', async () => {
  const work = vi.fn<(rows: Rows) => Promise<void>>().mockRejectedValue(full())
  await expect(changePhone(['deals'], work)).rejects.toThrow('The disk is full')
  expect(work).toHaveBeenCalledTimes(2)
  work.mockClear().mockRejectedValue(new Error('a bug'))
  await expect(changePhone(['deals'], work)).rejects.toThrow('a bug')
  expect(work).toHaveBeenCalledOnce()
})

test('of work that gives up half-way nothing is written', async () => {
  const work = async (rows: Rows) => {
    await rows.put('deals', 'a', deal.value)
    throw new Error('a photo is gone')
  }
  await expect(changePhone(['deals'], work)).rejects.toThrow('a photo is gone')
  expect(await (await phoneDatabase()).getKey('deals', 'a')).toBeUndefined()
})
