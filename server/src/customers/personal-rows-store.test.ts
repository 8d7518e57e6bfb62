import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, RAVI, settlementBody, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { laterPhotos, orders, settlements } from '../db/schema.ts'
import { type PersonalRows, readPersonalRows } from './personal-rows-store.ts'

const COUNT = 120
/** A page ends between two photos of one deal. */
const NUMBERS = [1, 2, 3]

describe.each(databaseKinds)('the rows of one customer on %s', (kind) => {
  const server = useServer(kind)
  let customerId: number
  let invoiceIds: string[]
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    const ravi = await server.signIn(RAVI.phone)
    const ids = [(await newCustomer(db)).id, (await newCustomer(db)).id]
    for (const id of ids) await ravi.send('POST', '/api/settlements', settlementBody(id))
    const first = await db.select().from(settlements)
    const copies = first.flatMap((row) =>
      Array.from({ length: COUNT - 1 }, (_, at) => ({
        ...row,
        id: undefined,
        invoiceId: `SET-${row.customerId}-${String(at).padStart(6, '0')}`,
        visitId: randomUUID(),
      })),
    )
    const stored = await db.insert(settlements).values(copies).returning()
    customerId = ids[0] ?? 0
    const own = [...first, ...stored].filter((row) => row.customerId === customerId)
    invoiceIds = own.map(({ invoiceId }) => invoiceId)
    const photo = { url: '', reason: 'photo-lost', takenAt: new Date() }
    await db
      .insert(laterPhotos)
      .values(
        invoiceIds.flatMap((invoiceId) =>
          NUMBERS.map((number) => ({ ...photo, invoiceId, role: 'packet' as const, number })),
        ),
      )
  })

  const read = async () => {
    const pages: PersonalRows[] = []
    for await (const page of readPersonalRows(server.deps.db, customerId)) pages.push(page)
    return pages
  }

  test('come once each, some at a time, and those of a table one after another', async () => {
    const pages = await read()
    const rowsOf = (table: string) =>
      pages.filter((page) => page.table === table).flatMap((page) => page.rows)
    expect(rowsOf('customers')).toHaveLength(1)
    const settled = rowsOf('settlements').map((row) => String(row['invoiceId']))
    expect(settled.toSorted()).toEqual(invoiceIds.toSorted())
    const photos = rowsOf('later_photos').map(
      (row) => `${String(row['invoiceId'])} ${String(row['number'])}`,
    )
    expect(new Set(photos).size).toBe(NUMBERS.length * COUNT)
    expect(photos).toHaveLength(NUMBERS.length * COUNT)
    expect(Math.max(...pages.map(({ rows }) => rows.length))).toBe(50)
    const tables = pages.map(({ table }) => table)
    expect(tables.filter((table, at) => table !== tables[at - 1])).toEqual([...new Set(tables)])
  })

  test('name a table without rows once', async () => {
    const pages = await read()
    expect(pages.filter(({ table }) => table === 'orders')).toEqual([{ table: 'orders', rows: [] }])
    expect(await server.deps.db.$count(orders)).toBe(0)
  })
})
