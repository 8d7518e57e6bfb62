import * as v from 'valibot'
import { defineTask } from '../connection/task.ts'
import { importKindNames } from './csv/import-kinds.ts'
import { dealsReportSchema, importDeals, importedEntrySchema } from './deals/import-deals.ts'
import { discardedImportSchema } from './records/decided-imports-store.ts'
import { badRowSchema, importRecords, importReportSchema } from './records/import-records.ts'

/** Imports a CSV file; the items are its bad rows, and earlier imports that cannot be finished. */
export const importRecordsTask = defineTask({
  name: 'import-records',
  canBeFirst: true,
  input: v.object({ kindName: v.picklist(importKindNames), skipBad: v.boolean() }),
  item: v.union([badRowSchema, discardedImportSchema]),
  report: importReportSchema,
  run: ({ deps, input: { kindName, skipBad }, bytes, onItem }) =>
    importRecords(deps.db, kindName, bytes, { skipBad, onBadRow: onItem, onDiscarded: onItem }),
})

/** Imports the exported file of a phone; the items are its entries with their outcome. */
export const importDealsTask = defineTask({
  name: 'import-deals',
  /** Both are normalised by `toPhoneKey`. */
  input: v.object({ runnerPhone: v.optional(v.string()), forPhone: v.optional(v.string()) }),
  item: importedEntrySchema,
  report: dealsReportSchema,
  run: ({ deps, input, bytes, onItem, requireOperator }) =>
    importDeals(deps, { ...input, bytes, requireOperator }, onItem),
})
