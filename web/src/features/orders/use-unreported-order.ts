import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { useEffect, useEffectEvent } from 'react'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { entries } from '../../outbox/entries.ts'
import { findUnreportedOrder, type UnreportedOrder } from './place-single-order.ts'

/**
 * A page that ended during its order opens again with the form. This hook reports the order as soon as the server
 * has made it, also when another page or the service worker sent it.
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
