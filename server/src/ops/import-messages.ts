import * as v from 'valibot'

/** What a server tells the command line about an import, one JSON object a line. */
export const importMessageSchema = v.variant('type', [
  v.object({ type: v.literal('bad-row'), line: v.number(), reason: v.string() }),
  v.object({
    type: v.literal('report'),
    report: v.object({
      imported: v.boolean(),
      added: v.number(),
      changed: v.number(),
      unchanged: v.number(),
      bad: v.number(),
      ignoredColumns: v.pipe(v.array(v.string()), v.readonly()),
    }),
  }),
  /** The file as a whole is of no use, and why. */
  v.object({ type: v.literal('refusal'), sentence: v.string() }),
  v.object({ type: v.literal('failure') }),
])
export type ImportMessage = v.InferOutput<typeof importMessageSchema>
