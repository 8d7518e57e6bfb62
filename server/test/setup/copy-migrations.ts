import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '../../src/config/folders.ts'

/** Of a migration in the journal of drizzle. */
export interface JournalEntry {
  readonly idx: number
  readonly version: string
  /** In ms since 1970. A database gets the migrations that are later than its last one. */
  readonly when: number
  /** The name of its file, without `.sql`. */
  readonly tag: string
  readonly breakpoints: boolean
}

/** Copies the migrations of this release. `change` decides which of them another release has. */
export async function copyMigrations(
  folder: string,
  change: (entries: readonly JournalEntry[]) => readonly JournalEntry[],
): Promise<void> {
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: JournalEntry[] }
  await writeFile(path, JSON.stringify({ ...journal, entries: change(journal.entries) }))
}
