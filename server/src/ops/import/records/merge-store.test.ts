import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFreshPostgres } from '../../../../test/setup/databases.ts'
import { listLockWaits } from '../../../../test/setup/lock-waits.ts'
import { selectRows } from '../../../db/client.ts'
import { lockNumbers } from '../../../db/lock-numbers.ts'
import { openPostgres } from '../../../db/postgres.ts'
import { isLockTimeout } from '../../../db/unavailable.ts'
import { lockMerges } from './merge-store.ts'

it('waits for another import without a limit, and then has the limit of other locks again', async () => {
  const { db, close } = await openPostgres(await createFreshPostgres())
  onTestFinished(close)
  const readLimit = sql`select current_setting('lock_timeout') as lock`
  let second: Promise<unknown> = Promise.resolve()
  await db.transaction(async (first) => {
    await lockMerges(first)
    second = db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '1ms'`)
      await lockMerges(tx)
      return selectRows(tx, readLimit)
    })
    let hasFailed = false
    second.catch(() => {
      hasFailed = true
    })
    const isWaiting = async () => hasFailed || (await listLockWaits(db)).length > 0
    await vi.waitUntil(isWaiting, { timeout: 60_000 })
    // Begins to wait later than the second one, and reaches the limit that this one would have.
    const third = db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '100ms'`)
      await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.merge})`)
    })
    const error: unknown = await third.catch((reason: unknown) => reason)
    expect(isLockTimeout(error)).toBe(true)
  })
  expect(await second).toEqual([{ lock: '30s' }])
})
