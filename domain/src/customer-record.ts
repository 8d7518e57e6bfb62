/** A customer as our own server answers him: the canonical shape among those the app accepts. */
import * as v from 'valibot'

export const customerRecordSchema = v.object({
  id: v.number(),
  state: v.string(),
  district: v.string(),
  village_info: v.string(),
  member_name: v.string(),
  father_or_husband_name: v.string(),
  mobile: v.string(),
  email: v.string(),
  status: v.string(),
  runner_id: v.nullable(v.number()),
  extra: v.string(),
  comments: v.string(),
  next_followup: v.nullable(v.string()),
})
export type CustomerRecord = v.InferOutput<typeof customerRecordSchema>
