import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Registry } from './collection.ts'
import { collections } from './collections.ts'

const { settings, snapshots, visits, reserve } = collections

test('a newer state of a visit comes back from its copy, and an older or damaged one does not', () => {
  const isFurther = visits.secondCopy?.isFurther
  expect(isFurther?.({ version: 2 }, undefined)).toBe(true)
  expect(isFurther?.({ version: 2 }, { version: 1 })).toBe(true)
  expect(isFurther?.({ version: 2 }, {})).toBe(true)
  expect(isFurther?.({ version: 2 }, { version: 2 })).toBe(false)
  expect(isFurther?.({ version: 1 }, { version: 2 })).toBe(false)
  expect(isFurther?.({}, undefined)).toBe(false)
  expect(isFurther?.({}, { version: 1 })).toBe(false)
})

test('a visit is read with its value, or without one when it is over', () => {
  const read = (row: unknown) => v.parse(visits.schema, row)
  expect(read({ version: 1, value: { step: 2 } })).toEqual({ version: 1, value: { step: 2 } })
  expect(read({ version: 2 })).toEqual({ version: 2 })
  expect(v.is(visits.schema, { value: 1 })).toBe(false)
})

test('a full phone may delete an answer of the server, and not the hair prices or the settings of the sender', () => {
  const keys = ['9|customers', '9|hair-prices', '9|hair-prices|old', 'sender']
  expect(keys.filter((key) => snapshots.isEvictable?.(key))).toEqual([
    '9|customers',
    '9|hair-prices|old',
  ])
})

test('an answer is read with its time, or as the time of the same answer', () => {
  const answer = { savedAt: 5, reply: '{}' }
  expect(v.parse(snapshots.schema, answer)).toEqual(answer)
  expect(v.parse(snapshots.schema, 5)).toBe(5)
  expect(v.is(snapshots.schema, {})).toBe(false)
})

test('the settings of the sender are read as they were stored', () => {
  const session = { phone: '9000000001', runner: { id: '1', name: 'Ravi' }, mode: 'server' }
  const config = { apiBaseUrl: 'https://a', imageHostUrl: 'https://b', madeByOurServer: true }
  const stored = { session, publicKey: 'key', config }
  expect(v.parse(settings.schema, stored)).toEqual(stored)
  expect(v.is(settings.schema, { ...stored, session: { ...session, mode: 'local' } })).toBe(true)
  expect(v.is(settings.schema, { ...stored, session: { ...session, mode: 'other' } })).toBe(false)
})

test('the settings of an older release are not of our server', () => {
  const session = { phone: '9000000001', runner: { id: '1', name: 'Ravi' }, mode: 'server' }
  const config = { apiBaseUrl: 'https://a', imageHostUrl: 'https://b' }
  expect(v.parse(settings.schema, { session, config })).toEqual({
    session,
    config: { ...config, madeByOurServer: false },
  })
})

test.each([
  ['settings', settings],
  ['reserve', reserve],
])('the rows of %s are beside the snapshots and have no second copy', (_name, collection) => {
  expect(collection.store).toBe('snapshots')
  expect(collection).not.toHaveProperty('secondCopy')
})

test('a restore awaits photos, deals and entries, in this order, and a sign-out seals them', () => {
  const all = Object.entries<Registry[string]>(collections)
  const work = ['photos', 'deals', 'outbox']
  expect(all.flatMap(([name, one]) => (one.secondCopy?.isAwaited ? name : []))).toEqual(work)
  expect(all.flatMap(([name, one]) => (one.isSealed ? name : []))).toEqual(work)
})
