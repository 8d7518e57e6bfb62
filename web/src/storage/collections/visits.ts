/** Open visits and what is typed in them, by owner and name. */
import * as v from 'valibot'
import { defineCollection } from '../collection.ts'

const versionedValueSchema = v.object({
  /** Grows with every change, in whichever tab: the row with the greater version is the newer one. */
  version: v.number(),
  /** Absent once the visit is over, so that an older tab cannot open it again. */
  value: v.optional(v.unknown()),
})
export interface VisitRow {
  readonly version: number
  readonly value?: unknown
}

const versionSchema = v.object({ version: v.number() })

export const visits = defineCollection<VisitRow>({
  schema: versionedValueSchema,
  secondCopy: {
    isFurther: (copy, stored) =>
      v.is(versionSchema, copy) && (!v.is(versionSchema, stored) || copy.version > stored.version),
  },
})
