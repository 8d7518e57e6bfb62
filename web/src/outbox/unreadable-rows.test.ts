import { beforeEach, expect, test, vi } from 'vitest'
import { phoneDatabase } from '../../test/phone-database.ts'
import { signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { storage } from '../storage/phone-storage.ts'
import { findUnreadableAgain, unreadableRows } from './unreadable-rows.ts'

const keys = () => unreadableRows.get().map(({ key }) => key)

let owner: string
beforeEach(async () => {
  owner = signInRunner()
  await findUnreadableAgain()
})

/** A row of this runner that a newer release wrote. */
async function storeUnreadable(): Promise<string> {
  const key = randomId()
  await (await phoneDatabase()).put('outbox', { owner, version: 9 }, key)
  return key
}

test('a row that is stored while the rows are read is found by one more reading, however often that is asked for', async () => {
  const { getAllUnparsed } = storage.outbox
  let key = ''
  const read = vi.spyOn(storage.outbox, 'getAllUnparsed').mockImplementationOnce(async () => {
    const rows = await getAllUnparsed()
    key = await storeUnreadable()
    await Promise.all([findUnreadableAgain(), findUnreadableAgain()])
    return rows
  })
  await findUnreadableAgain()
  expect(keys()).toEqual([key])
  expect(read).toHaveBeenCalledTimes(2)
})

test('rows that cannot be read at all are reported, and found the next time', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const lost = new DOMException('The connection was lost', 'InvalidStateError')
  const key = await storeUnreadable()
  vi.spyOn(storage.outbox, 'getAllUnparsed').mockRejectedValueOnce(lost)
  await findUnreadableAgain()
  expect(warn.mock.calls.map(([, error]) => error as unknown)).toEqual([lost])
  expect(keys()).toEqual([])
  await findUnreadableAgain()
  expect(keys()).toEqual([key])
})
