/** Bytes that show that the phone has free space. One stays, and is the first to be evicted. */
import * as v from 'valibot'
import { defineCollection } from '../collection.ts'

export const reserve = defineCollection({
  // Evicted with the snapshots.
  store: 'snapshots',
  schema: v.instance(Uint8Array),
})
