import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { selectRows } from '../../src/db/client.ts'
import { fillEveryTable } from '../fixtures/every-table.ts'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
} from '../fixtures/records.ts'
import { type Answer, type Client, request } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const COPIES = 5_000
/** A page of the record of a runner has a few hundred rows. */
const MOST_READ = 2_000

/** What a runner can store any number of. */
const tables = [
  'orders',
  'cash_payments',
  'settlements',
  'deals',
  'recorded_work',
  'later_photos',
  'images',
  'customer_changes',
  'customer_conflicts',
  'idempotency_keys',
  'sign_in_events',
]

interface Column {
  readonly name: string
  readonly type: string
  readonly isUnique: boolean
}

describe('a call reads no more rows when its runner has stored thousands [R-7.043]', () => {
  const limits = { RUNNER_CALLS_PER_MINUTE: '0', RECORD_MB_PER_DAY: '0', PHOTOS_PER_DAY: '0' }
  const server = useServer('embedded', limits)
  let ravi: Client
  let hashes: readonly string[]
  let invoiceId: string
  beforeAll(async () => {
    const filled = await fillEveryTable(server.deps, (phone) => server.signIn(phone))
    hashes = filled.hashes
    invoiceId = filled.invoiceId
    ravi = await server.signIn(RAVI.phone)
    for (const table of tables) await copyRows(table)
    await server.deps.db.execute(sql`analyze`)
    // A table of thousands is read faster as a whole; one of millions is not.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await server.deps.db.execute(sql.raw(`set enable_${way} = off`))
  })

  /** Copies one row of the table, with new values in its unique columns. Copies of recorded work are of other phones. */
  async function copyRows(table: string): Promise<void> {
    const columns = await selectRows<Column>(
      server.deps.db,
      sql`select attname as name, format_type(atttypid, null) as type, exists (
          select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)
        ) as "isUnique"
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0`,
    )
    const changes = columns
      .filter(({ isUnique, name }) => isUnique && name !== 'runner_id')
      .map(({ name, type }) => `'${name}', ${newValueOf(name, type)}`)
    if (table === 'recorded_work') changes.push(`'phone_id', gen_random_uuid()`)
    // Otherwise PostgreSQL knows that almost every row is of one customer.
    if (table === 'customer_changes')
      changes.push(`'customer_id', case when copy % 2 = 0 then 1 else 2000000 + copy end`)
    const changed = sql.raw(`jsonb_build_object(${changes.join()})`)
    await server.deps.db.execute(sql`
      insert into ${sql.raw(table)} overriding system value
      select (jsonb_populate_record(original, ${changed})).*
      from ${sql.raw(table)} as original, generate_series(1, ${COPIES}::integer) as copy
      where original.ctid = (select ctid from ${sql.raw(table)} limit 1)`)
  }

  function newValueOf(name: string, type: string): string {
    if (type === 'uuid') return 'gen_random_uuid()'
    if (type === 'integer') return '1000000 + copy'
    return name === 'hash' ? `encode(sha256(copy::text::bytea), 'hex')` : `'copy-' || copy`
  }

  /** How many rows and index entries were read, by the name of their table. */
  async function countReads(): Promise<ReadonlyMap<string, number>> {
    await server.deps.db.execute(sql`select pg_stat_force_next_flush()`)
    const rows = await selectRows<{ name: string; read: number }>(
      server.deps.db,
      sql`select relname as name, (seq_tup_read + (
          select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes as part where part.relid = whole.relid
        ))::float8 as read
        from pg_stat_user_tables as whole`,
    )
    return new Map(rows.map(({ name, read }) => [name, read]))
  }

  const newItem = (customerId: number) => {
    const settlement = settlementBody(customerId, {
      hair_photo_url: `/api/images/${hashes[0]}.png`,
    })
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    return { version: 1, id: settlement.visit_id, customer_id: String(customerId), work }
  }
  const compare = (phoneId: string, items: object[], unsent: object = {}) =>
    ravi.send('POST', '/api/reconciliation', {
      phone_id: phoneId,
      unsent: { deals: 0, photos: 0, others: 0, ...unsent },
      items,
    })
  const PHONE = randomUUID()
  const unsentItem = (id: string, customerId: number) => ({
    id,
    kind: 'deal',
    customer_id: String(customerId),
    photos: 1,
    at: '2026-11-20T09:00:00.000Z',
  })

  const changeNewOrder = async (customerId: number) => {
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId))
    return ravi.send('PUT', `/api/orders/${order.body.id}`, { status: 'delivered' })
  }
  const readLaterPage = async () => {
    const { body } = await ravi.get<{ older: string }>('/api/runners/me')
    expect(body.older).toEqual(expect.any(String))
    return ravi.get(`/api/runners/me?older=${body.older}`)
  }
  const signInAgain = () =>
    request(server.app, 'POST', '/api/sign-in/session', {
      body: { phone: RAVI.phone, code: '123456' },
    })

  const calls: readonly [name: string, call: (customerId: number) => Promise<Answer>][] = [
    ['GET /api/customers', () => ravi.get('/api/customers')],
    ['GET /api/runners/me', () => ravi.get('/api/runners/me')],
    ['GET a later page of /api/runners/me', readLaterPage],
    ['POST /api/orders', (id) => ravi.send('POST', '/api/orders', orderBody(id))],
    ['POST /api/settlements', (id) => ravi.send('POST', '/api/settlements', settlementBody(id))],
    [
      'POST /api/cash-payments',
      (id) => ravi.send('POST', '/api/cash-payments', cashPaymentBody(id)),
    ],
    [
      'PUT /api/settlements',
      () => ravi.send('PUT', `/api/settlements/${invoiceId}`, { status: 'delivered' }),
    ],
    [
      'PUT /api/customers',
      (id) => ravi.send('PUT', `/api/customers/${id}`, { status: 'hold', notes: '' }),
    ],
    ['POST /api/work', (id) => ravi.send('POST', '/api/work', { items: [newItem(id)] })],
    ['PUT /api/orders', changeNewOrder],
    ['POST /api/sign-in/session', signInAgain],
    ['GET /api/images', () => ravi.get(`/api/images/${hashes[0]}.png`)],
    ['GET a receipt', () => ravi.get(`/api/images/${hashes[0]}.png/receipt`)],
    [
      'POST /api/reconciliation with unknown items',
      () =>
        compare(
          PHONE,
          Array.from({ length: 200 }, () => ({
            id: randomUUID(),
            photos: [hashes[0]],
            is_sent: true,
          })),
        ),
    ],
    [
      'POST /api/reconciliation with a report',
      (id) => compare(PHONE, [], { deals: 1, items: [unsentItem(randomUUID(), id)] }),
    ],
    ['POST /api/reconciliation after a loss', () => compare(PHONE, [])],
  ]

  it.each(calls)('%s', async (_, call) => {
    const { id } = await newCustomer(server.deps.db)
    const before = await countReads()
    expect((await call(id)).status).toBeLessThan(300)
    const reads = [...(await countReads())].map(
      ([name, read]) => [name, read - (before.get(name) ?? 0)] as const,
    )
    expect(reads.filter(([, read]) => read > MOST_READ)).toEqual([])
  })
})
