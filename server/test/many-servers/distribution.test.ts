/**
 * When one primary is not enough, the large tables can be distributed by a column (docs/operations.md). A statement that
 * names the value of this column then runs on one node; any other one asks all nodes. Each statement of the calls that
 * phones make all day is planned here, and the plan must compare the column of each such table with one value.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../src/photos/service.ts'
import { cashDeal, itemsDeal } from '../fixtures/phone-file.ts'
import { newCustomer, orderBody, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import { newPhoto, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { startObjectServer } from '../setup/object-server.ts'
import { useServer } from '../setup/server.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
const sent = new Map<string, Statement>()
// A connection binds this function when it is opened.
pg.Client.prototype.query = function store(this: pg.Client, ...args: unknown[]) {
  const { text } = Object(args[0]) as { readonly text?: string }
  const statement = text ?? String(args[0])
  sent.set(statement, { text: statement, values: (args[1] ?? []) as unknown[] })
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

/** The distribution column of each table that docs/operations.md distributes. */
const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const rows = guide.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)
const columns = new Map([...rows].map(([, table = '', column = '']) => [table, column]))

/** A node of a plan, and the nodes below it. */
interface Node {
  readonly 'Node Type': string
  readonly Operation?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly Plans?: readonly Node[]
  readonly [condition: string]: unknown
}

/** Whether the rows that this part of a plan reads or inserts have one value of the column. */
function namesColumn(node: Node, column: string, text: string): boolean {
  // An update or a deletion reads its rows in a node of its own.
  if (node['Node Type'] === 'ModifyTable' && node.Operation !== 'Insert') return true
  if (node.Operation === 'Insert')
    return new RegExp(`insert into "${node['Relation Name']}"[^()]*\\([^)]*\\b${column}\\b`).test(
      text,
    )
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) =>
    JSON.stringify(node[name] ?? ''),
  )
  const isOneValue = new RegExp(
    `\\b${node.Alias}\\.${column} = (\\d+|'[^']*'(::\\w+)?)(?=\\)| AND )`,
  )
  return conditions.some((condition) => isOneValue.test(condition))
}

const bucket = await startObjectServer()

describe('the statements of the calls that phones make all day', () => {
  const server = useServer('postgres', bucket.env)
  const uploads = uploadCalls(() => server.app)
  let ravi: Client
  let planner: pg.Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    planner = new pg.Client(server.env.DATABASE_URL)
    await planner.connect()
  })
  afterAll(async () => {
    await planner.end()
    await bucket.close()
  })

  async function readAll(): Promise<void> {
    for (const path of [
      '/api/customers',
      '/api/ping',
      '/api/products',
      '/api/hair-pricing',
      '/api/runners/me',
    ])
      expect((await ravi.get(path)).status).toBe(200)
    const { headers } = await ravi.get('/api/customers')
    const unchanged = await ravi.get('/api/customers', { 'if-none-match': String(headers.etag) })
    expect(unchanged.status).toBe(304)
  }

  const newId = async () => (await newCustomer(server.deps.db)).id

  const newItem = (customerId: number, work: object, id: string = randomUUID()) => ({
    version: 1,
    id,
    customer_id: String(customerId),
    work,
  })

  /** Of each kind one. */
  async function newWorks() {
    const [settled, paid, ordered, held] = await Promise.all(Array.from({ length: 4 }, newId))
    const settlement = await itemsDeal(settled!)
    const payment = await cashDeal(paid!)
    const order = { order: orderBody(ordered!), delivered: { status: 'delivered' } }
    return [
      newItem(settled!, settlement.entry.work, settlement.entry.id),
      newItem(settled!, { kind: 'settlement-delivered', invoiceId: settlement.name }),
      newItem(paid!, payment.entry.work, payment.entry.id),
      newItem(ordered!, { kind: 'single-order', ...order, customer: { status: 'delivered' } }),
      newItem(held!, { kind: 'customer-update', body: { status: 'hold', comments: 'Call first' } }),
    ]
  }

  /** Sends each work in a call of its own, then again, and compares. */
  async function sendWorks(): Promise<void> {
    for (const item of await newWorks()) {
      for (const _ of ['first', 'again']) {
        const { body } = await ravi.send('POST', '/api/work', { items: [item] })
        expect(body).toMatchObject({ results: [{ outcome: 'recorded' }] })
      }
      const { status } = await ravi.send('POST', '/api/reconciliation', {
        phone_id: randomUUID(),
        unsent: { deals: 0, photos: 0, others: 0 },
        items: [{ id: item.id, photos: [], is_sent: true }],
      })
      expect(status).toBe(200)
    }
  }

  async function sendPhoto(): Promise<void> {
    const photo = await newPhoto()
    const url = await uploads.create(ravi, photo.length)
    await uploads.patch(ravi, url, 0, photo.subarray(0, 1_000))
    expect(await uploads.offsetOf(ravi, url)).toMatchObject({ offset: '1000' })
    await uploads.patch(ravi, url, 1_000, photo.subarray(1_000))
    expect((await ravi.get(`/api/images/${hashOf(photo)}.jpg/receipt`)).status).toBe(200)
    expect((await uploads.offsetOf(ravi, url)).status).toBe(404)
  }

  async function plan({ text, values }: Statement): Promise<Node[]> {
    const { rows: planned } = await planner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (verbose, costs off, format json) ${text}`,
      [...values],
    )
    const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)]
    return planned.flatMap((row) => below(row['QUERY PLAN'][0].Plan))
  }

  test('name the distribution column of each distributed table', async () => {
    expect(columns.size).toBeGreaterThan(0)
    sent.clear()
    await readAll()
    await sendWorks()
    await sendPhoto()
    const statements = [...sent.values()].filter(({ text }) =>
      /^\s*(select|insert|update|delete|with)/.test(text),
    )
    const used = new Set<string>()
    const without: string[] = []
    for (const statement of statements)
      for (const node of await plan(statement)) {
        const table = node['Relation Name'] ?? ''
        const column = columns.get(table)
        if (column === undefined) continue
        used.add(table)
        if (!namesColumn(node, column, statement.text))
          without.push(`${table} without ${column}: ${statement.text}`)
      }
    expect(without).toEqual([])
    expect([...used].sort()).toEqual([...columns.keys()].sort())
  })
})
