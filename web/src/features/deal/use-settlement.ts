import type { Location } from '@veni/domain/location'
import { cartTotals } from '@veni/domain/cart'
import { missingForSettlement } from '@veni/domain/deal/record'
import type { Visit } from '@veni/domain/visit'
import { invariant } from '../../lib/invariant.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import type { StoredPhoto } from '../../outbox/photo-store.ts'
import { completeSettlement } from './complete-deal.ts'
import { useCompletion } from './use-completion.ts'

/** The figures and the one step of /items-settlement. */
export function useSettlement(
  visit: Visit,
  {
    packet,
    takeLocation,
  }: {
    readonly packet: StoredPhoto | undefined
    /** As it is known when the deal is completed. */
    readonly takeLocation: () => Location
  },
  onDone: (deal: Deal) => void,
) {
  const completion = useCompletion({
    missing: missingForSettlement({ hasPacketPhoto: packet !== undefined }),
    complete() {
      invariant(packet, 'a settlement without its packet photo is not confirmed')
      return completeSettlement(visit, { packet, location: takeLocation() })
    },
    onDone,
  })
  return { totals: cartTotals(visit.cart), completion }
}
