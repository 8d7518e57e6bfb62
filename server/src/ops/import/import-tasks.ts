import * as v from 'valibot'
import { defineTask } from '../connection/task.ts'
import { importKindNames } from './csv/import-kinds.ts'
import { dealsReportSchema, importDeals, importedEntrySchema } from './deals/import-deals.ts'
import { badRowSchema, importRecords, importReportSchema } from './records/import-records.ts'

/** Imports a CSV file; the items are its bad rows. */
export const importRecordsTask = defineTask({
  name: 'import-records',
  input: v.object({ kindName: v.picklist(importKindNames), skipBad: v.boolean() }),
  item: badRowSchema,
  report: importReportSchema,
  run: ({ deps, input: { kindName, skipBad }, bytes, onItem }) =>
    importRecords(deps.db, kindName, bytes, { skipBad, onBadRow: onItem }),
})

/** Imports the exported file of a phone; the items are its entries with their outcome. */
export const importDealsTask = defineTask({
  name: 'import-deals',
  input: v.object({}),
  item: importedEntrySchema,
  report: dealsReportSchema,
  run: ({ deps, bytes, onItem }) => importDeals(deps, bytes, onItem),
})
