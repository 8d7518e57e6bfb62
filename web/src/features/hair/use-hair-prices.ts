import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import type { HairPrice } from '@veni/domain/hair'
import { isSignedOut } from '../../api/failure.ts'
import { hairPricesQuery } from '../../api/hair-prices-query.ts'
import { useLastError } from '../../api/query-hooks.tsx'
import { useValue } from '../../lib/use-value.ts'
import { activeVisit, activeVisitId, setWeights } from '../../state/visit.ts'

export interface HairPrices {
  /** undefined during the load; empty when the server has no active type. */
  readonly prices: readonly HairPrice[] | undefined
  /** When the server sent the snapshot in use, ms since 1970; undefined when no snapshot is in use. */
  readonly storedAt: number | undefined
}

/** Today's prices, or their snapshot, or the fallback prices. */
export function useHairPrices(): HairPrices {
  const options = hairPricesQuery()
  const query = useQuery(options)
  const { data } = query
  const error = useLastError(options, query)
  // A lost session leads to /login, and must not switch to other prices.
  const hasFailed = error !== null && !isSignedOut(error)
  const prices = data?.value ?? (hasFailed ? FALLBACK_HAIR_PRICES : undefined)
  useValuationAtTodaysPrices(prices)
  return { prices, storedAt: data?.storedAt }
}

/** Values earlier weights at today's prices, so that the cart's credit follows the prices. */
function useValuationAtTodaysPrices(prices: readonly HairPrice[] | undefined): void {
  const visitId = useValue(activeVisitId)
  useEffect(() => {
    const weighed = activeVisit.get()?.hair ?? {}
    if (prices && Object.keys(weighed).length > 0) setWeights(weighed, prices)
  }, [prices, visitId])
}
