import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import { type Database, selectRows } from '../db/client.ts'
import { answerOnce } from './answer-once.ts'
import { ClaimedKeys } from './claimed-keys.ts'

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

  test('locks its key beside the runner, where no key can name a lock of the server or of another runner', async () => {
    const locks = await database.db.transaction(async (tx) => {
      const keys = await ClaimedKeys.claim(tx, RAVI.id, [randomUUID()])
      const held = await selectRows(
        tx,
        sql`select classid::integer as runner, objsubid::integer as numbers from pg_locks
          where locktype = 'advisory' and pid = pg_backend_pid()`,
      )
      await keys.end()
      return held
    })
    expect(locks).toEqual([{ runner: RAVI.id, numbers: 2 }])
  })

  test('has a key of its own beside others, and a key without a write is free again', async () => {
    const [first, second, unused] = [randomUUID(), randomUUID(), randomUUID()]
    const write = (body: string) => () => Promise.resolve({ status: 200, body })
    await database.db.transaction(async (tx) => {
      const keys = await ClaimedKeys.claim(tx, RAVI.id, [first, second, unused])
      await keys.answer(second, { requestHash: 'the second' }, write('two'))
      await keys.answer(first, { requestHash: 'the first' }, write('one'))
      await keys.end()
    })
    expect(await run(first, 'the first')).toMatchObject({ body: 'one', isReplayed: true })
    expect(await run(second, 'the second')).toMatchObject({ body: 'two', isReplayed: true })
    expect(await run(unused)).toMatchObject({ isReplayed: false })
  })

  test('runs each time without a key', async () => {
    const first = await run(undefined)
    const second = await run(undefined)
    expect([first.isReplayed, second.isReplayed]).toEqual([false, false])
    expect(second.body).not.toBe(first.body)
  })
})
