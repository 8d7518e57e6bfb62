import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { useEffect, useEffectEvent } from 'react'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { entries } from '../../outbox/entries.ts'
import { findUnreportedOrder, type UnreportedOrder } from './place-single-order.ts'

/**
 * A page that died over its order comes back to its form. What it would have said is told now, or as soon as another
 * page or the service worker has the order made.
 */
export function useUnreportedOrder(
  visit: Visit,
  product: Product,
  onFound: (order: UnreportedOrder) => void,
): void {
  const unsent = useValue(entries)
  const look = useEffectEvent(async (isLeft: () => boolean) => {
    const unreported = await findUnreportedOrder(visit, product)
    if (unreported && !isLeft()) onFound(unreported)
  })
  useEffect(() => {
    let isLeft = false
    look(() => isLeft).catch((error: unknown) => reportProblem('Orders not read', error))
    return () => {
      isLeft = true
    }
  }, [unsent])
}
