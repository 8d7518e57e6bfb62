/** Reads everything that the database has about one customer, a page at a time: a runner can have sent any number of rows. */
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../db/client.ts'
import {
  cashPayments,
  customerChanges,
  customerConflicts,
  customers,
  importRows,
  laterPhotos,
  orders,
  settlements,
} from '../db/schema.ts'
import { isImportRowOf, selectInvoiceIds } from './personal-data-store.ts'

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
  /** Unique columns that are never null: the rows are read in their order. */
  readonly key: readonly PgColumn[]
}

/** @param customerId the column with the id of the customer */
const personal = (table: PgTable, customerId: PgColumn, key: PgColumn): PersonalTable => ({
  table,
  isOfCustomer: (id) => eq(customerId, id),
  key: [key],
})

const personalTables: Readonly<Record<string, PersonalTable>> = {
  customers: personal(customers, customers.id, customers.id),
  customer_changes: personal(customerChanges, customerChanges.customerId, customerChanges.id),
  customer_conflicts: personal(
    customerConflicts,
    customerConflicts.customerId,
    customerConflicts.id,
  ),
  orders: personal(orders, orders.customerId, orders.id),
  settlements: personal(settlements, settlements.customerId, settlements.invoiceId),
  cash_payments: personal(cashPayments, cashPayments.customerId, cashPayments.invoiceId),
  later_photos: {
    table: laterPhotos,
    isOfCustomer: (id) => sql`${laterPhotos.invoiceId} in (${selectInvoiceIds(id)})`,
    key: [laterPhotos.invoiceId, laterPhotos.role, laterPhotos.number],
  },
  // Of imports that are not complete.
  import_rows: {
    table: importRows,
    isOfCustomer: isImportRowOf,
    key: [importRows.importId, importRows.key],
  },
}

/** @returns at least one page of each table; the pages of a table follow each other */
export async function* readPersonalRows(db: DbOrTx, id: number): AsyncGenerator<PersonalRows> {
  for (const [table, parts] of Object.entries(personalTables))
    for await (const rows of readPages(db, parts, id)) yield { table, rows }
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
