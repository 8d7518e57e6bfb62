/** Last good answers of the server, by owner and name. They can be requested again. */
import * as v from 'valibot'
import { defineCollection } from '../collection.ts'
import { SENDER_KEY } from './settings.ts'

export const snapshots = defineCollection({
  /** An answer, or when the server last gave the same answer, in ms since 1970. */
  schema: v.union([v.object({ savedAt: v.number(), reply: v.string() }), v.number()]),
  /** Hair prices are small, and without them no hair can be weighed. The settings share this object store. */
  isEvictable: (key) => key !== SENDER_KEY && !key.endsWith('|hair-prices'),
})
