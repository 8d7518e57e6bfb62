/** Completed deals of all runners, by visit id: a visit has one deal. */
import { dealSchema } from '@veni/domain/deal'
import * as v from 'valibot'
import { defineCollection, type FindKeys } from '../collection.ts'

const receivedSchema = v.object({ receivedAt: v.number() })
const deliveredSchema = v.object({ record: v.object({ status: v.literal('delivered') }) })

const receivedAtOf = (deal: unknown) => (v.is(receivedSchema, deal) ? deal.receivedAt : undefined)
const isReceived = (deal: unknown) => receivedAtOf(deal) !== undefined

const takenBackSchema = v.object({ takenBackAt: v.number() })

/** Whether the server had no longer what the copy calls received. */
const isTakenBackSince = (stored: unknown, copy: unknown) =>
  v.is(takenBackSchema, stored) && stored.takenBackAt >= (receivedAtOf(copy) ?? 0)

export const deals = defineCollection({
  schema: dealSchema,
  indexes: { all: ['owner'], invoice: ['owner', 'invoiceId'], received: ['owner', 'receivedAt'] },
  isSealed: true,
  secondCopy: {
    isAwaited: true,
    /** A database that lost its last writes has an earlier state of the deal. */
    isFurther: (copy, stored) =>
      stored === undefined ||
      // The phone has lost a part of the row.
      (!v.is(dealSchema, stored) && v.is(dealSchema, copy)) ||
      (isReceived(copy) && !isReceived(stored) && !isTakenBackSince(stored, copy)) ||
      (v.is(deliveredSchema, copy) && !v.is(deliveredSchema, stored)),
    finalAt: receivedAtOf,
    /** A browser that dies in between has what sends the deal, and makes the deal from it (outbox/stores/lost-deals.ts). */
    copiedAfter: (visitId) => ({ collection: 'outbox', key: visitId }),
  },
})

/** Ids of the visits whose deal the server has. */
export async function findReceivedVisits(find: FindKeys): Promise<ReadonlySet<string>> {
  return new Set(await find('deals', isReceived))
}
