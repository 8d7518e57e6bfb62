import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { migrationsFolder } from '../config/folders.ts'
import type { DbOrTx } from '../db/client.ts'
import { OperatorError } from '../errors.ts'
import { countMigrations } from './rows-store.ts'

export const migrationSchema = v.object({ tag: v.string(), sha256: v.string() })
type Migration = v.InferOutput<typeof migrationSchema>

const journalSchema = v.looseObject({ entries: v.array(v.looseObject({ tag: v.string() })) })

async function readJournal() {
  const text = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  return v.parse(journalSchema, JSON.parse(text))
}

/** The migrations of this release, oldest first. */
export async function listMigrations(): Promise<Migration[]> {
  const { entries } = await readJournal()
  return Promise.all(
    entries.map(async ({ tag }) => {
      const text = await readFile(join(migrationsFolder, `${tag}.sql`))
      return { tag, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Throws `OperatorError` when a newer release has changed the database: this one does not know all of its tables and
 * columns, so a backup, a move, an export or an erase would leave out what they have. Calls of phones still work, so that
 * a release can be set back.
 */
export async function requireOwnMigrations(db: DbOrTx): Promise<void> {
  const [had, own] = [await countMigrations(db), await listMigrations()]
  if (had > own.length)
    throw new OperatorError(
      'A newer release has changed this database; run the command with that release.',
    )
}

/**
 * Calls `work` with a folder of the migrations that a backup had, so that its rows fit. Throws `OperatorError` for a
 * backup of a newer release, or of one that this release does not continue.
 */
export async function withMigrationsOf<T>(
  backup: readonly Migration[],
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const own = await listMigrations()
  if (backup.length > own.length)
    throw new OperatorError('A newer release made this backup; update this server first.')
  if (backup.some(({ tag, sha256 }, at) => own[at]?.tag !== tag || own[at].sha256 !== sha256))
    throw new OperatorError('Another program made this backup: its migrations are not ours.')
  const folder = await mkdtemp(join(tmpdir(), 'veni-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const { entries, ...journal } = await readJournal()
    const first = { ...journal, entries: entries.slice(0, backup.length) }
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(first))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
