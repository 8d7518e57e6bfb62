/** The form in which session storage and the phone's database store a visit. The cart has the shape of. */
import { storedCartSchema, toStoredCart } from '@veni/domain/cart'
import { hairCollectionSchema, storedHairLinesSchema } from '@veni/domain/hair'
import type { Visit } from '@veni/domain/visit'
import * as v from 'valibot'

const visitEntries = {
  visitId: v.pipe(v.string(), v.uuid()),
  orderId: v.optional(v.string()),
  hairLines: v.fallback(storedHairLinesSchema, []),
}
export const visitSchema = v.object({ ...visitEntries, version: v.fallback(v.number(), 0) })

/** An open visit, as the value of its row in the collection of visits. */
export const openVisitSchema = v.object({
  ...visitEntries,
  customer: v.object({
    id: v.string(),
    name: v.string(),
    mobile: v.string(),
    email: v.string(),
    location: v.string(),
  }),
  hair: v.fallback(hairCollectionSchema, {}),
  cart: storedCartSchema,
})

export const storedVisit = ({ id, orderId, hairLines }: Visit) => ({
  visitId: id,
  orderId,
  hairLines,
})

export const toOpenVisit = (visit: Visit) => ({
  ...storedVisit(visit),
  customer: visit.customer,
  hair: visit.hair,
  cart: toStoredCart(visit.cart),
})
