import { sql } from 'drizzle-orm'
import { selectRows } from '../../../db/client.ts'
import { importRows } from '../../../db/schema.ts'
import { OperatorError } from '../../../errors.ts'
import type { ImportKindName } from '../csv/import-kinds.ts'
import { isRecordOf, selectNewValue } from './merge-store.ts'
import { DECISION, type Staging } from './staging-store.ts'

/** The import is refused before its decision. */
export class TooManyRecords extends OperatorError {
  override name = 'TooManyRecords'
}

/**
 * Throws {@link TooManyRecords} when the staged rows would add records that the app does not list. It counts the rows of decided
 * imports that are not merged yet, so call it under the lock of merges. Where there are too many records already, they can
 * still be corrected.
 */
export async function refuseTooMany(staging: Staging, kindName: ImportKindName): Promise<void> {
  const { most } = staging.kind
  if (!most) return
  const { before, after } = await countListed(staging, kindName)
  if (after <= Math.max(most.records, before)) return
  throw new TooManyRecords(
    `After this import there would be ${after} ${most.noun}, and the app lists at most ${most.records}. Nothing was imported.`,
  )
}

/** The records that the app lists now, and those that it lists after the merges. */
async function countListed({ db, importId, kind }: Staging, kindName: ImportKindName) {
  const key = sql.identifier(kind.key.column.name)
  const isActive = kind.most?.isActive
  const record = isActive ? sql`record.${sql.identifier(isActive.name)}` : sql`true`
  // A new record without this column in its file is active.
  const merged = isActive ? sql`coalesce(${selectNewValue(isActive)}, ${record}, true)` : sql`true`
  const [counts] = await selectRows<{ before: number; after: number }>(
    db,
    sql`select
      (select count(*)::integer from ${kind.table} record where ${record}) as before,
      (
        select count(distinct coalesce(record.${key}::text, staged.key))::integer
        from ${kind.table} record full join (
          select key, data from ${importRows}
          where key <> ${DECISION.key} and (import_id = ${importId}::uuid or import_id in (
            select import_id from ${importRows}
            where key = ${DECISION.key} and data ->> 'kind' = ${kindName}
          ))
        ) as staged on ${isRecordOf(kind)}
        where ${merged}
      ) as after`,
  )
  return counts ?? { before: 0, after: 0 }
}
