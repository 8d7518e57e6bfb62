/** The flag of deals and orders whose customer was settled more than once, as the command line shows it. */
import * as v from 'valibot'
import type { OtherDelivery } from './second-deliveries-store.ts'

export const settledAgainSchema = v.object({
  kind: v.literal('settled-again'),
  field: v.literal('customer_id'),
  /** The other deals and orders with their runners. */
  others: v.array(
    v.object({
      id: v.string(),
      runner: v.object({ name: v.string(), phone: v.nullable(v.string()) }),
    }),
  ),
})
type SettledAgain = v.InferInput<typeof settledAgainSchema>

/** @param others as `findSecondDeliveries` returns them */
export function toSettledAgain(others: readonly OtherDelivery[] | undefined): SettledAgain[] {
  return others ? [{ kind: 'settled-again', field: 'customer_id', others: [...others] }] : []
}
