import { expect, test } from 'vitest'
import type { Phone } from './phone.ts'
import { createStoredRows } from './stored-rows.ts'

test('the checks read the rows again after a write to their store, and only then', async () => {
  let onDisk = 1
  const list = (what: string) => (owner: string) =>
    Promise.resolve([`${what} ${onDisk} of ${owner}`])
  const app = { listEntries: list('entry'), listDeals: list('deal') }
  const phone = { do: <T>(work: (loaded: typeof app) => T) => work(app) } as unknown as Phone
  const rows = createStoredRows(phone)
  const read = async () => [...(await rows.entries()), ...(await rows.deals())]
  const both = (entries: number, deals: number) => [
    `entry ${entries} of 9000000001`,
    `entry ${entries} of 9000000002`,
    `deal ${deals} of 9000000001`,
    `deal ${deals} of 9000000002`,
  ]
  expect(await read()).toEqual(both(1, 1))
  onDisk = 2
  rows.noteWritten(['photos', 'visits'])
  expect(await read()).toEqual(both(1, 1))
  rows.noteWritten(['outbox'])
  expect(await read()).toEqual(both(2, 1))
  onDisk = 3
  rows.noteWritten(['deals', 'outbox', 'photos'])
  expect(await read()).toEqual(both(3, 3))
})
