import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { owner } from '../state/session.ts'
import { deleteSnapshots, readSnapshot, storeSnapshot } from './snapshots.ts'

const list = JSON.stringify(['Lakshmi', 'Anjali'])
const readList = () => readSnapshot('customers', v.array(v.string()))

beforeEach(async () => {
  signInRunner()
  await (await phoneDatabase()).clear('snapshots')
})

test('an unchanged answer gets a new time and is not written again', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  await storeSnapshot('customers', list)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  clock.mockReturnValue(61_000)
  await storeSnapshot('customers', list)
  expect(put.mock.calls.map(([value]) => value)).toEqual([61_000])
  expect(await readList()).toEqual({ value: ['Lakshmi', 'Anjali'], storedAt: 61_000 })
})

test('a new answer replaces the stored one', async () => {
  await storeSnapshot('customers', list)
  await storeSnapshot('customers', '[]')
  expect((await readList())?.value).toEqual([])
})

test('an answer that an older release stored keeps its time', async () => {
  const row = { savedAt: 5, reply: list }
  await (await phoneDatabase()).put('snapshots', row, `${owner()}|customers`)
  expect((await readList())?.storedAt).toBe(5)
})

test('a deleted snapshot leaves no row', async () => {
  await storeSnapshot('customers', list)
  await deleteSnapshots(owner())
  expect(await (await phoneDatabase()).getAllKeys('snapshots')).toEqual([])
})
