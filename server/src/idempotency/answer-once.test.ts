import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import type { Database } from '../db/client.ts'
import { answerOnce } from './answer-once.ts'

describe.each(databaseKinds)('a write under a key (%s)', (kind) => {
  let database: Database
  let count = 0
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
    await storeRunners(database.db)
  })
  afterAll(() => database.close())

  const run = (key: string | undefined, requestHash = 'a request') =>
    database.db.transaction((tx) =>
      answerOnce(tx, { runnerId: RAVI.id, key, requestHash }, async () => {
        count += 1
        return { status: 201, body: `answer ${count}` }
      }),
    )

  test('runs once, and a repeat gets the stored answer', async () => {
    const key = randomUUID()
    const first = await run(key)
    const body = `answer ${count}`
    expect(first).toEqual({ status: 201, body, isReplayed: false })
    expect(await run(key)).toEqual({ status: 201, body, isReplayed: true })
  })

  test('refuses another request', async () => {
    const key = randomUUID()
    await run(key)
    const before = count
    await expect(run(key, 'another request')).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    })
    expect(count).toBe(before)
  })

  test('runs again after a failure, which stores no answer', async () => {
    const key = randomUUID()
    const keyed = { runnerId: RAVI.id, key, requestHash: 'a request' }
    const fail = () => Promise.reject(new Error('disk full'))
    const failed = database.db.transaction((tx) => answerOnce(tx, keyed, fail))
    await expect(failed).rejects.toThrow('disk full')
    expect(await run(key)).toMatchObject({ isReplayed: false })
  })

  test('runs each time without a key', async () => {
    const first = await run(undefined)
    const second = await run(undefined)
    expect([first.isReplayed, second.isReplayed]).toEqual([false, false])
    expect(second.body).not.toBe(first.body)
  })
})
