import { api } from '@veni/domain/api'
import { toHairPriceRecord } from '@veni/domain/hair'
import { paise } from '@veni/domain/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { withoutNulls } from '../wire-values.ts'
import { listActiveHairPrices } from './store.ts'

export function registerHairPrices(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.hairPricing, async () => {
    const rows = await listActiveHairPrices(deps.db)
    return rows.map((row) =>
      toHairPriceRecord({ ...withoutNulls(row), pricePer20gPaise: paise(row.pricePer20gPaise) }),
    )
  })
}
