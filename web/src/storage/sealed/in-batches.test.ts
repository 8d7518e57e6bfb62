import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const MB = 1024 * 1024

/** @returns the keys of each batch, for rows of these sizes; undefined is left out */
async function group(sizes: readonly (number | undefined)[]): Promise<number[][]> {
  const read = (at: number) => {
    const size = sizes[at]
    return Promise.resolve(size === undefined ? undefined : { at, bytes: new ArrayBuffer(size) })
  }
  const batches: number[][] = []
  for await (const batch of inBatches([...sizes.keys()], read))
    batches.push(batch.map(({ at }) => at))
  return batches
}

test('rows are grouped by 50, and the last group has the others', async () => {
  const sizes = Array.from({ length: 120 }, () => 1)
  expect((await group(sizes)).map((batch) => batch.length)).toEqual([50, 50, 20])
  expect((await group(sizes)).flat()).toEqual([...sizes.keys()])
  expect((await group(sizes.slice(0, 50))).map((batch) => batch.length)).toEqual([50])
})

test('a group ends with the row with which it has a megabyte', async () => {
  expect(await group([MB - 1, 1, MB, MB / 2, MB / 2, MB / 2])).toEqual([[0, 1], [2], [3, 4], [5]])
})

test('rows that are left out count for no group', async () => {
  expect(await group([undefined, 1, undefined, 1])).toEqual([[1, 3]])
  expect(await group([undefined])).toEqual([])
  expect(await group([])).toEqual([])
})

test('a group is read only when the one before it is done: the photos of a day do not fit into the memory', async () => {
  const seen: string[] = []
  const read = (key: string) => {
    seen.push(`read ${key}`)
    return Promise.resolve({ key, bytes: new ArrayBuffer(MB) })
  }
  for await (const batch of inBatches(['a', 'b'], read))
    seen.push(`use ${batch.map(({ key }) => key).join()}`)
  expect(seen).toEqual(['read a', 'use a', 'read b', 'use b'])
})
