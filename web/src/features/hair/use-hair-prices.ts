import { useEffect } from 'react'
import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo-data'
import type { HairPrice } from '@veni/domain/hair'
import { hairPricesQuery } from '../../api/catalogue-queries.ts'
import { useValue } from '../../lib/use-value.ts'
import { activeVisit, setWeights } from '../../state/visit.ts'

/**
 * Today's prices, or the fallback prices where the portal gives none (spec §8 "Hair types").
 * @returns undefined while they load; empty when the portal has no active type
 */
export function useHairPrices(): readonly HairPrice[] | undefined {
  const { data, error } = useValue(hairPricesQuery())
  const prices = data ?? (error ? FALLBACK_HAIR_PRICES : undefined)
  useCreditAtTodaysPrices(prices)
  return prices
}

/** Weights taken earlier are worth what they are worth today: the cart's credit follows the prices. */
function useCreditAtTodaysPrices(prices: readonly HairPrice[] | undefined): void {
  const visitId = useValue(activeVisit)?.id
  useEffect(() => {
    const weighed = activeVisit.get()?.hair ?? {}
    if (prices && Object.keys(weighed).length > 0) setWeights(weighed, prices)
  }, [prices, visitId])
}
