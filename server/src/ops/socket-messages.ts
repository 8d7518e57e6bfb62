import * as v from 'valibot'

/** What a server tells the command line, one JSON object a line. The report is the last. */
export const socketMessageSchema = v.variant('type', [
  /** A bad row, an entry of a phone, a deal: whatever was asked about, as it is found. */
  v.object({ type: v.literal('item'), item: v.unknown() }),
  v.object({ type: v.literal('report'), report: v.unknown() }),
  /** What was asked is of no use as a whole, and why. */
  v.object({ type: v.literal('refusal'), sentence: v.string() }),
  v.object({ type: v.literal('failure') }),
])
export type SocketMessage = v.InferOutput<typeof socketMessageSchema>
