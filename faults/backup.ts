/** A backup of the office: all rows that `ops backup` writes, and the photos. */
import { loadRows } from '../server/src/backup/load-rows.ts'
import { readRows, setUtc } from '../server/src/backup/rows-store.ts'
import { listBackupTables } from '../server/src/backup/tables-store.ts'
import type { Db } from '../server/src/db/client.ts'
import { createRestoredEpoch, readLastOrderNumber } from '../server/src/db/epoch.ts'
import { clearTables } from '../server/test/setup/all-tables.ts'

interface Backup {
  readonly tables: readonly { readonly name: string; readonly rows: readonly string[] }[]
  readonly photos: ReadonlyMap<string, Uint8Array>
  readonly lastOrder: number
}

/** A backup with what the simulation knew of the server when it was made. */
export interface OfficeBackup {
  readonly made: Backup
  readonly restoreLog: () => void
}

export async function makeBackup(db: Db, photos: ReadonlyMap<string, Uint8Array>): Promise<Backup> {
  const made = await db.transaction(async (tx) => {
    await setUtc(tx)
    const tables: Backup['tables'][number][] = []
    for (const name of listBackupTables()) {
      const rows: string[] = []
      for await (const page of readRows(tx, name)) rows.push(...page)
      tables.push({ name, rows })
    }
    return { tables, lastOrder: await readLastOrderNumber(tx) }
  })
  return { ...made, photos: new Map(photos) }
}

/** As `ops restore` into an empty database. */
export async function loadBackup(
  { tables, photos, lastOrder }: Backup,
  db: Db,
  present: Map<string, Uint8Array>,
): Promise<void> {
  await clearTables(db)
  await loadRows(
    db,
    tables.map(({ name, rows }) => ({ name, rows: rows.length, read: () => pageOf(rows) })),
    () => {},
    await createRestoredEpoch(db, lastOrder),
  )
  present.clear()
  for (const [hash, bytes] of photos) present.set(hash, bytes)
}

async function* pageOf(rows: readonly string[]): AsyncGenerator<readonly string[]> {
  yield await Promise.resolve(rows)
}
