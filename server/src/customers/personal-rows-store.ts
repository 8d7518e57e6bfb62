/** Reads everything that the database has about one customer, a page at a time: a runner can have sent any number of rows. */
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../db/client.ts'
import {
  cashPayments,
  customerChanges,
  customerConflicts,
  customers,
  laterPhotos,
  orders,
  settlements,
} from '../db/schema.ts'
import { selectInvoiceIds } from './personal-data-store.ts'

/** A deal has up to 64 KB. More rows in one statement would hold up the calls of runners. */
const ROWS_TOGETHER = 50

type Row = Readonly<Record<string, unknown>>

export interface PersonalRows {
  /** The name of the table. */
  readonly table: string
  /** The next rows of the customer; no row when the table has none. */
  readonly rows: readonly Row[]
}

interface PersonalTable {
  readonly table: PgTable
  readonly isOfCustomer: (id: number) => SQL
  /** The primary key: the rows are read in its order. */
  readonly key: readonly PgColumn[]
}

const ofColumn = (column: PgColumn) => (id: number) => eq(column, id)

const personalTables: Readonly<Record<string, PersonalTable>> = {
  customers: { table: customers, isOfCustomer: ofColumn(customers.id), key: [customers.id] },
  customer_changes: {
    table: customerChanges,
    isOfCustomer: ofColumn(customerChanges.customerId),
    key: [customerChanges.id],
  },
  customer_conflicts: {
    table: customerConflicts,
    isOfCustomer: ofColumn(customerConflicts.customerId),
    key: [customerConflicts.id],
  },
  orders: { table: orders, isOfCustomer: ofColumn(orders.customerId), key: [orders.id] },
  settlements: {
    table: settlements,
    isOfCustomer: ofColumn(settlements.customerId),
    key: [settlements.invoiceId],
  },
  cash_payments: {
    table: cashPayments,
    isOfCustomer: ofColumn(cashPayments.customerId),
    key: [cashPayments.invoiceId],
  },
  later_photos: {
    table: laterPhotos,
    isOfCustomer: (id) => sql`${laterPhotos.invoiceId} in (${selectInvoiceIds(id)})`,
    key: [laterPhotos.invoiceId, laterPhotos.role, laterPhotos.number],
  },
}

/** Each table comes at least once, and all pages of a table one after another. */
export async function* readPersonalRows(db: DbOrTx, id: number): AsyncGenerator<PersonalRows> {
  for (const [table, personal] of Object.entries(personalTables))
    for await (const rows of readPages(db, personal, id)) yield { table, rows }
}

async function* readPages(
  db: DbOrTx,
  { table, isOfCustomer, key }: PersonalTable,
  id: number,
): AsyncGenerator<readonly Row[]> {
  let isLater: SQL | undefined
  for (;;) {
    const rows: Row[] = await db
      .select()
      .from(table)
      .where(and(isOfCustomer(id), isLater))
      .orderBy(...key)
      .limit(ROWS_TOGETHER)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_TOGETHER) return
    isLater = isAfter(table, key, last)
  }
}

function isAfter(table: PgTable, key: readonly PgColumn[], row: Row): SQL {
  const fields = Object.entries(getTableColumns(table))
  const values = key.map((column) => {
    const [field = ''] = fields.find(([, one]) => one === column) ?? []
    return sql`${sql.param(row[field], column)}`
  })
  return sql`(${sql.join([...key], sql`, `)}) > (${sql.join(values, sql`, `)})`
}
