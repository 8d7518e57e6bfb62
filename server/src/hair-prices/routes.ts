import { api } from '@veni/domain/api'
import type { HairPriceRecord } from '@veni/domain/api/hair-prices'
import { toRupees } from '../wire-values.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { type HairPriceRow, listActiveHairPrices } from './store.ts'

export function registerHairPrices(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.hairPricing, async () =>
    (await listActiveHairPrices(deps.db)).map(toHairPriceRecord),
  )
}

function toHairPriceRecord(row: HairPriceRow): HairPriceRecord {
  return {
    hair_type: row.hairType,
    price_per_20g: toRupees(row.pricePer20gPaise),
    minimum_weight_grams: row.minimumWeightGrams,
    is_active: row.isActive,
  }
}
