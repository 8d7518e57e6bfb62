import { Registry } from 'prom-client'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/client.ts'
import { cashPayments, settlements } from '../db/schema.ts'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { type DatabaseKind, databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { createMetrics } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'
import { readDealFigures } from './store.ts'
import { addWorkFigures } from './work-figures.ts'

const dialect = new PgDialect()
const PHONES = { unsentPhones: 1, unsentDeals: 5, oldestUnsentS: 0, numbersUsed: 0 }

/** A database that counts the statements of each group, and answers as the test wants. */
function standInDatabase() {
  const counts = { deals: 0, phones: 0 }
  const answers = { payments: 1, run: async () => undefined as unknown }
  const execute = async (statement: SQL) => {
    const isOfDeals = dialect.sqlToQuery(statement).sql.includes('pendingPhotos')
    counts[isOfDeals ? 'deals' : 'phones'] += 1
    await answers.run()
    return {
      rows: [isOfDeals ? { deals: answers.payments, toDeliver: 0, pendingPhotos: 0 } : PHONES],
    }
  }
  return { db: { execute } as unknown as Db, counts, answers }
}

describe('the figures of the whole database', () => {
  function startFigures() {
    let ms = 0
    const database = standInDatabase()
    const registry = new Registry()
    const error = vi.fn<(line: string, cause: unknown) => void>()
    addWorkFigures([registry], database.db, { error }, () => ms)
    const scrape = async () => {
      const text = await registry.metrics()
      return (name: string) => {
        const found = text.split('\n').find((line) => line.startsWith(`${name} `))
        return found === undefined ? undefined : Number(found.split(' ').at(-1))
      }
    }
    return { ...database, error, scrape, pass: (later: number) => void (ms += later) }
  }
  const AGE_OF_DEALS = 'veni_figures_age_seconds{figures="deals"}'

  it('stay with their age when the database does not answer any more, and the log has the failure (R-7.074)', async () => {
    const { answers, error, scrape, pass } = startFigures()
    expect((await scrape())('veni_payments_last_day')).toBe(1)
    answers.run = () => Promise.reject(new Error('away'))
    pass(600_000)
    await scrape()
    await expect.poll(() => error.mock.calls.length).toBe(2)
    const valueOf = await scrape()
    expect(valueOf('veni_payments_last_day')).toBe(1)
    expect(valueOf(AGE_OF_DEALS)).toBe(600)
    expect(error.mock.calls[0]?.[1]).toMatchObject({ message: 'away' })
  })

  it('and their age are absent until the database has answered', async () => {
    const { answers, scrape } = startFigures()
    answers.run = () => Promise.reject(new Error('away'))
    const valueOf = await scrape()
    expect(valueOf('veni_payments_last_day')).toBeUndefined()
    expect(valueOf('veni_unsent_deals')).toBeUndefined()
    expect(valueOf(AGE_OF_DEALS)).toBeUndefined()
  })

  it('hold up a scrape for two seconds at most while the first reading has no answer', async () => {
    const { answers, scrape } = startFigures()
    answers.run = () => new Promise(() => undefined)
    const startedAt = performance.now()
    expect((await scrape())('veni_payments_last_day')).toBeUndefined()
    // The rest is time for a slow machine: Prometheus waits ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('are shown as they were while the next ones are read', async () => {
    const { answers, scrape, pass } = startFigures()
    await scrape()
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    answers.run = () => answered
    answers.payments = 2
    pass(600_000)
    expect((await scrape())('veni_payments_last_day')).toBe(1)
    answer()
    await expect.poll(async () => (await scrape())('veni_payments_last_day')).toBe(2)
  })

  it('that are being read when the server closes leave no failure in the log', async () => {
    const { db, answers } = standInDatabase()
    let lose: (cause: Error) => void = () => undefined
    const lost = new Promise<void>((_resolve, reject) => (lose = reject))
    answers.run = () => lost
    const error = vi.fn<(line: string, cause: unknown) => void>()
    const connections = () => ({ open: 0, idle: 0, waiting: 0 })
    const metrics = createMetrics({ db, connections }, { error })
    const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })
    const reading = metrics.read()
    await server.close()
    lose(new Error('the pool has ended'))
    await reading
    expect(error).not.toHaveBeenCalled()
  })

  it('are read once by many scrapes, and a reading that takes long is followed by a long pause (R-7.074)', async () => {
    const { answers, counts, scrape, pass } = startFigures()
    answers.run = async () => pass(10_000)
    await Promise.all([scrape(), scrape(), scrape()])
    const first = { ...counts }
    expect(first).toEqual({ deals: 2, phones: 1 })
    pass(900_000)
    await scrape()
    expect(counts.deals).toBe(first.deals)
    pass(2_100_000)
    await scrape()
    await expect.poll(() => counts.deals).toBe(2 * first.deals)
  })
})

describe.each(databaseKinds)('the deals of a day on %s', (kind: DatabaseKind) => {
  const server = useServer(kind, { RUNNER_CALLS_PER_MINUTE: '0' })

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
  })

  it('are each counted once in pages of two, also when several arrived at the same time', async () => {
    const { db } = server.deps
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(db)
    for (const digit of ['1', '2', '3']) {
      const url = `/api/images/${digit.repeat(64)}.jpg`
      await ravi.send('POST', '/api/orders', orderBody(id))
      const urls = { hair_photo_url: url, cash_receipt_url: 'https://i.example/1.jpg' }
      expect(
        (await ravi.send('POST', '/api/cash-payments', cashPaymentBody(id, urls))).status,
      ).toBe(201)
      const settlement = settlementBody(id)
      expect((await ravi.send('POST', '/api/settlements', settlement)).status).toBe(201)
      const path = `/api/settlements/${settlement.invoice_id}`
      if (digit !== '1') await ravi.send('PUT', path, { status: 'delivered' })
    }
    const at = sql`'2027-01-01 00:00Z'::timestamptz`
    await db.update(cashPayments).set({ createdAt: at })
    await db.update(settlements).set({ createdAt: at })
    const read = (since: string, pageSize: number) => readDealFigures(db, new Date(since), pageSize)
    const all = await read('2026-12-31', 100)
    expect(all).toMatchObject({ payments: 3, settlements: 3, toDeliver: 1 })
    expect(all.pendingPhotos).toBeGreaterThanOrEqual(3)
    for (const pageSize of [1, 2, 3]) {
      const { payments, settlements: settled } = await read('2026-12-31', pageSize)
      expect([payments, settled]).toEqual([3, 3])
    }
    const none = { payments: 0, settlements: 0, toDeliver: 0, pendingPhotos: 0 }
    expect(await read('2027-01-01', 2)).toEqual(none)
  })
})
