import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { serverRoot } from '../../src/config/folders.ts'
import { bundledServer } from '../setup/bundle-server.ts'
import { copyMigrations } from '../setup/copy-migrations.ts'

/** What a release may add while servers of the one before run (src/db/expand-only.test.ts). */
const MIGRATION = [
  'CREATE TABLE "reviews" ("id" integer PRIMARY KEY, "invoice_id" text NOT NULL);',
  'ALTER TABLE "cash_payments" ADD COLUMN "reviewed_at" timestamp with time zone;',
  'ALTER TABLE "orders" ADD COLUMN "level" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "images" ADD COLUMN "note" text;',
  'CREATE INDEX "orders_level_index" ON "orders" ("level");',
].join('--> statement-breakpoint\n')

/**
 * Makes a server of the next release: this one with one migration more.
 * @param cleanUp deletes it
 * @returns its program
 */
export async function makeNextRelease(cleanUp: (() => Promise<unknown>)[]): Promise<string> {
  const cache = dirname(bundledServer)
  // Inside the folder of this package: from there Node finds the libraries that the programs import.
  const root = await mkdtemp(join(cache, 'next-release-'))
  cleanUp.push(() => rm(root, { recursive: true }))
  await cp(join(serverRoot, 'package.json'), join(root, 'package.json'))
  for (const name of await readdir(cache))
    if (name.endsWith('.mjs')) await cp(join(cache, name), join(root, 'dist', name))
  const migrations = join(root, 'src/db/migrations')
  await copyMigrations(migrations, (entries) => {
    const last = entries.at(-1)
    if (!last) throw new Error('There is no migration')
    return [...entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag: TAG }]
  })
  await writeFile(join(migrations, `${TAG}.sql`), MIGRATION)
  return join(root, 'dist', basename(bundledServer))
}

const TAG = 'next_release'
