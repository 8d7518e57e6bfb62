import { gt, max } from 'drizzle-orm'
import type { Db } from '../../src/db/client.ts'
import { priceChanges } from '../../src/db/schema.ts'

/** Runs `change`, and sets `now` as the start of each price that it has changed. The database would take the real clock. */
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
