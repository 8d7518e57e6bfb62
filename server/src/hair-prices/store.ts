import { MAX_HAIR_TYPES } from '@veni/domain/hair'
import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { hairPrices } from '../db/schema.ts'

type HairPriceRow = typeof hairPrices.$inferSelect

export async function listActiveHairPrices(db: DbOrTx): Promise<HairPriceRow[]> {
  return db
    .select()
    .from(hairPrices)
    .where(eq(hairPrices.isActive, true))
    .orderBy(asc(hairPrices.hairType))
    .limit(MAX_HAIR_TYPES)
}
