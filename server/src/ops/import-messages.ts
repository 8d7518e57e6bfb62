import * as v from 'valibot'

/** What is told about the import of a CSV file. */
export const badRowSchema = v.object({ line: v.number(), reason: v.string() })

export const importReportSchema = v.object({
  /** False when bad rows kept the whole file out. */
  imported: v.boolean(),
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  bad: v.number(),
  ignoredColumns: v.pipe(v.array(v.string()), v.readonly()),
})
