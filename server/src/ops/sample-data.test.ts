import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CUSTOMER_STATUSES } from '@veni/domain/customer'
import { toFollowUp } from '@veni/domain/follow-up'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { customers, hairPrices, products, runners } from '../db/schema.ts'
import { serverRoot } from '../config/folders.ts'
import { loadSampleData } from './sample-data.ts'

describe.each(databaseKinds)('the sample data (%s)', (kind) => {
  const server = useServer(kind)
  const load = (day: string) =>
    loadSampleData({ db: server.deps.db, now: () => new Date(`${day}T12:00:00`) })

  test('fills a new database with records of every kind', async () => {
    await load('2027-03-05')
    const { db } = server.deps
    const everybody = await db.select().from(customers)
    expect(everybody).toHaveLength(60)
    expect(new Set(everybody.map(({ status }) => status))).toEqual(new Set(CUSTOMER_STATUSES))
    expect(new Set(everybody.map(({ runnerId }) => runnerId))).toEqual(new Set([1, 2, null]))
    expect(everybody.map(({ id }) => id)).toEqual(expect.arrayContaining([26, 27, 28]))
    expect(await db.$count(runners)).toBe(2)
    expect(await db.$count(hairPrices)).toBeGreaterThanOrEqual(4)
  })

  test('has overdue, due and future follow-ups on the day of its loading', async () => {
    const held = await server.deps.db.select().from(customers)
    for (const runnerId of [1, 2]) {
      const kinds = held
        .filter((customer) => customer.runnerId === runnerId && customer.nextFollowup)
        .map(({ nextFollowup }) => toFollowUp(nextFollowup ?? '', '2027-03-05')?.kind)
      expect(new Set(kinds)).toEqual(new Set(['overdue', 'today', 'later']))
    }
  })

  test('has a picture for each product', async () => {
    for (const { imageUrl } of await server.deps.db.select().from(products)) {
      expect(existsSync(join(serverRoot, '../web/public', imageUrl)), imageUrl).toBe(true)
    }
  })

  test('is not loaded again, and not into a database in use', async () => {
    await server.deps.db.delete(customers)
    await load('2027-03-06')
    expect(await server.deps.db.$count(customers)).toBe(0)
  })
})
