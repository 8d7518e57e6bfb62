import { sql } from 'drizzle-orm'
import { selectRows } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { cashPayments, customers, photos, orders, settlements } from '../../src/db/schema.ts'

/** Prints the rows of a stopped server's database. A journey compares them with the phone's data. */
const [dataDir = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL })
/** As SQL names and stores the columns, without the names and units of our schema. */
const readTable = async (table: string) => {
  const found = await selectRows<{ row: Record<string, unknown> }>(
    db,
    sql`select to_jsonb(stored) as row from ${sql.identifier(table)} as stored`,
  )
  return found.map(({ row }) => row)
}
const tables = ['cash_payments', 'settlements', 'customers', 'images', 'hair_prices', 'products']
const rows = {
  sql: Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await readTable(table)] as const)),
  ),
  cashPayments: await db.select().from(cashPayments),
  settlements: await db.select().from(settlements),
  orders: await db.select().from(orders),
  customers: await db.select().from(customers),
  photos: await db.select({ hash: photos.hash }).from(photos),
}
await close()
process.stdout.write(JSON.stringify(rows))
