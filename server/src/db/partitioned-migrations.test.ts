/** Releases that start on a database with partitions by month (docs/operations.md). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigrations } from '../../test/setup/copy-migrations.ts'
import { createEmptyPostgres } from '../../test/setup/databases.ts'
import { countIndexes, describeDealTables, runBlock } from '../../test/setup/partitions.ts'
import { openPostgres } from './postgres.ts'

/** The last migration of the release that the recipe was written for. */
const LAST = '0026_customer_list_changes'

/** What a later release may add, and an index in place of another one. */
const NEXT = [
  'ALTER TABLE "settlements" ADD COLUMN "reviewed_at" timestamp with time zone;',
  'ALTER TABLE "cash_payments" ADD COLUMN "level" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "cash_payments" ADD COLUMN "reviewer_id" integer REFERENCES "runners"("id");',
  'ALTER TABLE "settlements" ADD CONSTRAINT "settlements_value_check" CHECK ("hair_value_paise" >= 0);',
  'CREATE INDEX "settlements_by_review" ON "settlements" ("reviewed_at") WHERE "reviewed_at" IS NOT NULL;',
  'DROP INDEX "cash_payments_by_runner";',
  'CREATE INDEX "cash_payments_by_runner" ON "cash_payments" ("runner_id","created_at","level");',
].join('--> statement-breakpoint\n')

/** @param last the last of the migrations; undefined for those of the next release */
async function folderUntil(last?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'veni-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyMigrations(folder, (entries) => {
    if (last !== undefined)
      return entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1)
    const end = entries.at(-1)!
    return [...entries, { ...end, idx: end.idx + 1, when: end.when + 1, tag: 'next_release' }]
  })
  await writeFile(join(folder, 'next_release.sql'), NEXT)
  return folder
}

/** A database of the release that the recipe was written for. */
async function newDatabase(): Promise<string> {
  const url = await createEmptyPostgres()
  await migrate(url, await folderUntil(LAST))
  return url
}

const migrate = async (url: string, migrations?: string) =>
  (await openPostgres(url, { migrations })).close()

test('this release and the next one have the same columns, indexes and constraints with partitions as without', async () => {
  const [plain, partitioned] = [await newDatabase(), await newDatabase()]
  for (const block of ['prepare', 'partition', 'addMonths'] as const)
    await runBlock(partitioned, block)
  for (const migrations of [undefined, await folderUntil()]) {
    for (const url of [plain, partitioned]) await migrate(url, migrations)
    expect(await describeDealTables(partitioned)).toEqual(await describeDealTables(plain))
    // The table, the first partition, that for all other months, and three months ahead, with one number of indexes.
    expect(await countIndexes(partitioned)).toEqual([
      { table: 'cash_payments', tables: 6, indexes: [expect.any(Number)] },
      { table: 'settlements', tables: 6, indexes: [expect.any(Number)] },
    ])
  }
  expect(JSON.stringify(await describeDealTables(partitioned))).toContain('settlements_by_review')
})
