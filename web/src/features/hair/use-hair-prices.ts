import { useEffect } from 'react'
import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import type { HairPrice } from '@veni/domain/hair'
import { isSignedOut } from '../../api/failure.ts'
import { hairPricesQuery } from '../../api/catalogue-queries.ts'
import { useQuery } from '../../api/use-query.ts'
import { useValue } from '../../lib/use-value.ts'
import { activeVisit, activeVisitId, setWeights } from '../../state/visit.ts'

export interface HairPrices {
  /** undefined while they load; empty when the portal has no active type. */
  readonly prices: readonly HairPrice[] | undefined
  /** When the portal gave those that the phone has kept, ms since 1970; undefined unless they are in use. */
  readonly savedAt: number | undefined
}

/**
 * Today's prices; where the portal gives none those that the phone has kept, or else the fallback prices (spec §8 "Hair
 * types").
 */
export function useHairPrices(): HairPrices {
  const { data, error } = useQuery(hairPricesQuery())
  // A lost session leads to /login, and is no reason to reckon with other prices meanwhile.
  const isWithout = error !== null && !isSignedOut(error)
  const prices = data?.value ?? (isWithout ? FALLBACK_HAIR_PRICES : undefined)
  useCreditAtTodaysPrices(prices)
  return { prices, savedAt: data?.savedAt }
}

/** Weights taken earlier are worth what they are worth today: the cart's credit follows the prices. */
function useCreditAtTodaysPrices(prices: readonly HairPrice[] | undefined): void {
  const visitId = useValue(activeVisitId)
  useEffect(() => {
    const weighed = activeVisit.get()?.hair ?? {}
    if (prices && Object.keys(weighed).length > 0) setWeights(weighed, prices)
  }, [prices, visitId])
}
