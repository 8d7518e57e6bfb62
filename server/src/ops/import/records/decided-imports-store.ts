import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Db } from '../../../db/client.ts'
import { importRows } from '../../../db/schema.ts'
import { type ImportKindName, importKindNames, importKinds } from '../csv/import-kinds.ts'
import { type MergeCounts, mergeStaged } from './merge-store.ts'

/**
 * Merges a staged import after the check of its whole file. The decision is stored first: when the process dies during
 * the merge, the next import finishes it. So a file is imported completely or not at all.
 */
export async function decideImport(
  db: Db,
  importId: string,
  kindName: ImportKindName,
  columns: readonly PgColumn[],
): Promise<MergeCounts> {
  const data = { kind: kindName, columns: columns.map(({ name }) => name) }
  await db.insert(importRows).values({ importId, ...DECISION, data })
  return finishImport(db, importId, data)
}

/** Finishes the imports whose process died after the decision. */
export async function finishDecidedImports(db: Db): Promise<void> {
  const decided = await db
    .select({ importId: importRows.importId, data: importRows.data })
    .from(importRows)
    .where(isDecision)
  for (const { importId, data } of decided) {
    await finishImport(db, importId, v.parse(decisionSchema, data))
  }
}

/** This row beside the staged rows stores the decision. No record has an empty key. */
const DECISION = { key: '', line: 0 }
const isDecision = eq(importRows.key, DECISION.key)

const decisionSchema = v.object({ kind: v.picklist(importKindNames), columns: v.array(v.string()) })

async function finishImport(
  db: Db,
  importId: string,
  decision: v.InferOutput<typeof decisionSchema>,
): Promise<MergeCounts> {
  const kind = importKinds[decision.kind]
  const columns = kind.columns
    .map(({ column }) => column)
    .filter(({ name }) => decision.columns.includes(name))
  const counts = await mergeStaged(db, importId, kind, columns)
  await db.delete(importRows).where(and(eq(importRows.importId, importId), isDecision))
  return counts
}
