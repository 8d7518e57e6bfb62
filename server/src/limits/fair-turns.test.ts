import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Work of runners, which the test ends one by one. */
function start(mostPerRunner: number, most: number) {
  const turns = new FairTurns({ atOnce: 1, mostPerRunner, most, refusal: () => new Error('full') })
  const done: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const add = (runnerId: number, name: string) =>
    void turns
      .take(runnerId, () => new Promise<void>((resolve) => ends.push(resolve)))
      .then(
        () => done.push(name),
        () => refused.push(name),
      )
  const endAll = async () => {
    for (await turn(); ends.length > 0; await turn()) ends.splice(0).forEach((end) => end())
    return done
  }
  return { add, endAll, refused, running: ends }
}

test('runners have their turns one after the other, whoever came first', async () => {
  const { add, endAll, running } = start(10, 20)
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name)
  for (const name of ['b1', 'b2']) add(2, name)
  add(3, 'c1')
  await turn()
  expect(running).toHaveLength(1)
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('two works run at the same time, and when one ends, the next runner starts one', async () => {
  const turns = new FairTurns({ atOnce: 2, mostPerRunner: 9, most: 9, refusal: () => new Error() })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (runnerId: number, name: string) =>
    void turns.take(runnerId, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name)
  add(2, 'b1')
  for (const ended of ['a2', 'a3', 'b1']) {
    await turn()
    ends.get(ended)?.()
  }
  await turn()
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4'])
  for (const ended of ['a1', 'a4']) ends.get(ended)?.()
  await turn()
  for (const name of ['c1', 'c2', 'c3']) add(3, name)
  await turn()
  expect(started.slice(5)).toEqual(['c1', 'c2'])
})

test('a runner has so many waiting, and other runners still find a place', async () => {
  const { add, endAll, refused } = start(3, 20)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add(1, name)
  add(2, 'b1')
  await turn()
  expect(refused).toEqual(['a5', 'a6'])
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('when all places are taken, the runner with the most loses the newest', async () => {
  const { add, endAll, refused } = start(10, 4)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(1, name)
  add(2, 'b1')
  add(2, 'b2')
  add(2, 'b3')
  add(3, 'c1')
  await turn()
  expect(refused.toSorted()).toEqual(['a3', 'a4', 'a5', 'b3'])
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
})

test('goes on after work that failed', async () => {
  const turns = new FairTurns({
    atOnce: 1,
    mostPerRunner: 1,
    most: 1,
    refusal: () => new Error('full'),
  })
  const failed = turns.take(1, () => Promise.reject(new Error('no photo')))
  const next = turns.take(2, () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('no photo')
  expect(await next).toBe('next')
  expect(await turns.take(1, () => Promise.resolve('again'))).toBe('again')
})
