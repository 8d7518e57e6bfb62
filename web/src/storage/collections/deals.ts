/** Completed deals of all runners, by visit id: a visit has one deal. */
import { dealSchema } from '@veni/domain/deal'
import * as v from 'valibot'
import { defineCollection, type ReadRows } from '../collection.ts'

const receivedSchema = v.object({ receivedAt: v.number() })
const deliveredSchema = v.object({ record: v.object({ status: v.literal('delivered') }) })

const receivedAtOf = (deal: unknown) => (v.is(receivedSchema, deal) ? deal.receivedAt : undefined)
const isReceived = (deal: unknown) => receivedAtOf(deal) !== undefined

export const deals = defineCollection({
  schema: dealSchema,
  isSealed: true,
  secondCopy: {
    isAwaited: true,
    /** A database that lost its last writes has an earlier state of the deal. */
    isFurther: (copy, stored) =>
      stored === undefined ||
      (isReceived(copy) && !isReceived(stored)) ||
      (v.is(deliveredSchema, copy) && !v.is(deliveredSchema, stored)),
    finalAt: receivedAtOf,
  },
})

/** Ids of the visits whose deal the server has. */
export async function findReceivedVisits(read: ReadRows): Promise<ReadonlySet<string>> {
  const rows = await read('deals')
  return new Set(rows.filter(([, deal]) => isReceived(deal)).map(([visitId]) => visitId))
}
