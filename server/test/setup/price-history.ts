import { gt, max } from 'drizzle-orm'
import type { Db } from '../../src/db/client.ts'
import { priceChanges } from '../../src/db/schema.ts'

/** Runs what changes prices, and dates these changes with `now`: the database takes its own clock. */
export async function changePricesAt(
  db: Db,
  now: Date,
  change: () => Promise<void>,
): Promise<void> {
  const [last] = await db.select({ id: max(priceChanges.id) }).from(priceChanges)
  await change()
  await db
    .update(priceChanges)
    .set({ validFrom: now })
    .where(gt(priceChanges.id, last?.id ?? 0))
}
