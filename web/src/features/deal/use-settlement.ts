import { computeCartTotals } from '@veni/domain/cart'
import type { Deal } from '@veni/domain/deal'
import { findMissingForSettlement } from '@veni/domain/deal/missing-part'
import type { Location } from '@veni/domain/location'
import type { Visit } from '@veni/domain/visit'
import { invariant } from '../../lib/invariant.ts'
import type { StoredPhoto } from '../../outbox/stores/photo-store.ts'
import { completeDeal, dealPhoto } from './complete-deal.ts'
import { useCompletion } from './use-completion.ts'

export interface SettlementParts {
  readonly packet: StoredPhoto | undefined
  /** Called when the runner completes the deal. */
  readonly takeLocation: () => Location
}

/** The figures of /items-settlement, and its completion. */
export function useSettlement(
  visit: Visit,
  { packet, takeLocation }: SettlementParts,
  onDone: (deal: Deal) => void,
) {
  const completion = useCompletion({
    missing: findMissingForSettlement({ hasPacketPhoto: packet !== undefined }),
    complete() {
      invariant(packet, 'a settlement cannot be completed without its packet photo')
      const location = takeLocation()
      return completeDeal(visit, { kind: 'settlement', packet: dealPhoto(packet), location })
    },
    onDone,
  })
  return { totals: computeCartTotals(visit.cart), completion }
}
