import { openDatabase } from '../../src/db/open-database.ts'
import { cashPayments, customers, photos, orders, settlements } from '../../src/db/schema.ts'

/** Prints the rows of a stopped server's database. A journey compares them with the phone's data. */
const [dataDir = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL })
const rows = {
  cashPayments: await db.select().from(cashPayments),
  settlements: await db.select().from(settlements),
  orders: await db.select().from(orders),
  customers: await db.select().from(customers),
  photos: await db.select({ hash: photos.hash }).from(photos),
}
await close()
process.stdout.write(JSON.stringify(rows))
