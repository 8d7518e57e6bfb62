/** The office widens the numbers of rows, as "Numbers that end" of docs/operations.md says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashDeal } from '../../test/fixtures/phone-file.ts'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import type { Client } from '../../test/setup/client.ts'
import { createEmptyPostgres, databaseKinds } from '../../test/setup/databases.ts'
import { runOps } from '../../test/setup/ops.ts'
import { useServer } from '../../test/setup/server.ts'
import { run } from '../../test/setup/throw-away-postgres.ts'
import { selectRows } from './client.ts'
import { openPostgres } from './postgres.ts'

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const section = /^### Numbers that end\n[^]*?(?=^##)/mu.exec(document)?.[0] ?? ''
const [find = '', widen = ''] = [...section.matchAll(/^```sql\n([^]*?)```/gmu)].map(
  ([, block]) => block,
)
/** More than 2^31. */
const LARGE = 3_000_000_000

describe('row numbers beyond 32 bits', () => {
  const server = useServer('postgres')
  let url = ''
  let ravi: Client
  let customerId = 0
  let folder = ''
  let orderBefore: { status: number }

  beforeAll(async () => {
    url = String(server.env.DATABASE_URL)
    folder = mkdtempSync(join(tmpdir(), 'veni-numbers-'))
    const { db } = server.deps
    await storeRunners(db)
    await storePrices(db)
    // A connection has prepared the statements before.
    ravi = await server.signIn(RAVI.phone)
    customerId = (await newCustomer(db, { runnerId: RAVI.id })).id
    orderBefore = await ravi.send('POST', '/api/orders', orderBody(customerId))
    await run(url, widen)
    for (const table of ['orders', 'customer_changes'])
      await run(url, `select setval(pg_get_serial_sequence('${table}', 'id'), ${LARGE})`)
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('are given to the orders and the changes of a deal, and to whole work', async () => {
    expect(orderBefore.status).toBe(201)
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId))
    expect(order).toMatchObject({ status: 201, body: { id: LARGE + 1, order_id: LARGE + 1 } })
    const deal = cashPaymentBody(customerId, { order_id: String(LARGE + 1) })
    expect((await ravi.send('POST', '/api/cash-payments', deal)).status).toBe(201)
    const change = { status: 'delivered' }
    expect((await ravi.send('PUT', `/api/orders/${LARGE + 1}`, change)).status).toBe(200)
    const { entry } = await cashDeal((await newCustomer(server.deps.db, { runnerId: RAVI.id })).id)
    const work = { items: [{ ...entry, customer_id: entry.customerId }] }
    const sent = await ravi.send('POST', '/api/work', work)
    expect(sent.body).toMatchObject({ results: [{ order_id: LARGE + 2 }] })
    expect((await ravi.send('POST', '/api/work', work)).body).toEqual(sent.body)
    const { body } = await ravi.get<RunnerRecord>('/api/runners/me')
    expect(body.orders.map((one) => one.order_id)).toEqual([LARGE + 2, LARGE + 1])
    expect(body.cash_payments.map((one) => one.order_id)).toEqual([LARGE + 2, LARGE + 1])
    const [changes] = await selectRows<{ most: number }>(
      server.deps.db,
      sql`select max(id)::float as most from customer_changes`,
    )
    expect(changes?.most).toBeGreaterThan(LARGE)
  })

  test('are listed for the office', async () => {
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId))
    expect(order.body.id).toBeGreaterThan(LARGE)
    const { printed, code } = await runOps(folder, server.env, ['deals'])
    expect(printed.join('\n')).toContain(`order ${order.body.id}`)
    expect(code).toBe(0)
  })

  test('are in a restored backup', async () => {
    expect((await runOps(folder, server.env, ['backup', 'backup'])).code).toBe(0)
    const target = await createEmptyPostgres()
    await (await openPostgres(target)).close()
    await run(target, widen)
    const env = { ...server.env, DATABASE_URL: target, DATA_DIR: join(folder, 'data') }
    expect(await runOps(folder, env, ['restore', 'backup'])).toMatchObject({ code: 0, errors: [] })
    const numbers = 'select id::float from orders union all select id::float from customer_changes'
    const inOrder = `select array_agg(id order by id) as all from (${numbers}) as numbers`
    expect(await run(target, inOrder)).toEqual(await run(url, inOrder))
  })

  test('are seen long before they end', async () => {
    const rows = await run(url, find)
    expect(Object.keys(rows[0] ?? {})).toEqual(['sequencename', 'last_value', 'used_percent'])
    expect(rows.map((row) => row.sequencename)).toContain('orders_id_seq')
    expect(Number(rows[0]?.used_percent)).toBeLessThan(1)
  })
})

describe.each(databaseKinds)('row numbers of 32 bits (%s)', (kind) => {
  const server = useServer(kind)

  test.each(['2147483648', '999999999999999', '99999999999999999999'])(
    'have no order %s',
    async (id) => {
      await storeRunners(server.deps.db)
      const ravi = await server.signIn(RAVI.phone)
      expect(await ravi.send('PUT', `/api/orders/${id}`, { status: 'delivered' })).toMatchObject({
        status: 404,
        body: { error: { code: 'not-found' } },
      })
    },
  )
})
