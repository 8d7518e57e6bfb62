/** While servers of a new release start, those of the one before go on with the same tables. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../config/folders.ts'

/** What an older release would miss, or could not write any more. */
const REFUSED: readonly RegExp[] = [
  /\bdrop\s+(column|table|type|view|sequence|constraint|trigger|function)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\bset\s+data\s+type\b/i,
  /\badd\s+column\s+(?![^]*\bdefault\b)[^]*\bnot\s+null\b/i,
  /\bdrop\s+default\b/i,
  /\balter\s+column\s+\S+\s+type\b/i,
  /\bcreate\s+trigger\b/i,
  /^\s*(delete|truncate)\b/i,
]

/** The older release may write rows that these refuse, unless the table is new. The first group is the table. */
const NEW_RULES: readonly RegExp[] = [
  /\balter\s+table\s+"?(\w+)"?[^]*\badd\s+(?:constraint|check|unique|foreign|primary)\b/i,
  /\bcreate\s+unique\s+index\b[^]*?\bon\s+"?(\w+)/i,
]

/** Earlier migrations, each with why no older release notices it. */
const permitted: ReadonlyMap<string, string> = new Map([
  ['0014_deals_by_receipt.sql', 'a time of the server is stored in whole ms, and read as before'],
  ['0026_customer_list_changes.sql', 'its triggers write a table that no older release has'],
])

function findRefused(text: string): string[] {
  const newTables = new Set(
    [...text.matchAll(/\bcreate\s+table\s+"?(\w+)/gi)].map(([, name]) => name),
  )
  const isOfOldTable = (one: string) => (rule: RegExp) => {
    const table = rule.exec(one)?.[1]
    return table !== undefined && !newTables.has(table)
  }
  // A statement can have several changes of one table.
  const isRefused = (one: string) =>
    one
      .split(/,(?=\s*(?:add|alter|drop)\b)/i)
      .some((part) => REFUSED.some((rule) => rule.test(part)))
  return text
    .split(/;|--> statement-breakpoint/)
    .filter((one) => isRefused(one) || NEW_RULES.some(isOfOldTable(one)))
}

test('a migration takes nothing away that the release before it uses', async () => {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(20)
  const refused = await Promise.all(
    files.map(async (name) => {
      const statements = findRefused(await readFile(join(migrationsFolder, name), 'utf8'))
      return statements.length > 0 ? [name] : []
    }),
  )
  expect(refused.flat()).toEqual([...permitted.keys()])
})

test.each([
  ['ALTER TABLE "a" DROP COLUMN "b";', 1],
  ['DROP TABLE "a";', 1],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE integer;', 1],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 1],
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL;', 0],
  ['ALTER TABLE "a" ADD COLUMN "b" text;', 0],
  [
    'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nCREATE INDEX "i" ON "a" ("b");',
    0,
  ],
  ['DROP INDEX "i";', 0],
  ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" TYPE integer;', 1],
  ['ALTER TABLE "a"\n  ADD COLUMN "b" text\n  NOT NULL;', 1],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL, ADD COLUMN "c" text DEFAULT \'\';', 1],
  ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" <> \'\');', 1],
  ['ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE ("b");', 1],
  ['ALTER TABLE "a" DROP CONSTRAINT "c";', 1],
  ['CREATE UNIQUE INDEX "i" ON "a" USING btree ("b");', 1],
  [
    'CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "a" ("b");\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("b");',
    0,
  ],
  ['DROP TRIGGER "t" ON "a";', 1],
  ['DROP FUNCTION "f"();', 1],
  ['DELETE FROM "a";', 1],
])('%s has %i refused statements', (text, count) => {
  expect(findRefused(text)).toHaveLength(count)
})
