import type { HairPrice } from '@veni/domain/hair'
import { weigh } from '@veni/domain/visit'
import { updateVisit } from '../../state/visit.ts'
import { withWeight } from './weight-text.ts'

/** Sets what was weighed of one type in the active visit; undefined takes it away. */
export function weighType(
  hairType: string,
  weightGrams: number | undefined,
  prices: readonly HairPrice[],
): void {
  updateVisit((visit) => weigh(visit, withWeight(visit.hair, hairType, weightGrams), prices))
}
