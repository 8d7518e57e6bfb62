/** What no attacker may change: rows of every table, and files. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, selectRows } from '../../src/db/client.ts'
import { ATTACKERS, SITA, VICTIM_PHOTO } from './attack-data.ts'

type Row = Record<string, unknown>

/**
 * Rows that an attacker may add or change. A table without an entry may not change at all. The sign-in counts guesses
 * of everybody, and a call counts in the limits.
 */
const permitted: Readonly<
  Record<string, (row: Row, ownInvoices: ReadonlySet<unknown>) => boolean>
> = {
  customers: isOfAttacker,
  customer_list_changes: isOfAttacker,
  orders: isOfAttacker,
  settlements: isOfAttacker,
  cash_payments: isOfAttacker,
  images: isOfAttacker,
  idempotency_keys: isOfAttacker,
  recorded_work: isOfAttacker,
  phones: isOfAttacker,
  customer_conflicts: isOfAttacker,
  sessions: (row) => isOfAttacker(row) || row['runner_id'] === SITA,
  deals: ({ invoice_id }, own) => own.has(invoice_id),
  later_photos: ({ invoice_id }, own) => own.has(invoice_id),
  customer_changes: (row) => isOfAttacker(row) && isOfAttacker({ runner_id: row['changed_by'] }),
  // The start of the server begins the first one.
  database_epochs: ({ number }) => number === 1,
  rate_counts: () => true,
  sign_in_codes: () => true,
  sign_in_events: () => true,
}

function isOfAttacker({ runner_id }: Row): boolean {
  return ATTACKERS.includes(Number(runner_id))
}

/** Every row and every photo that no attacker may change, as lines that a test can compare. */
export async function readProtected(db: Db, dataDir: string): Promise<string[]> {
  const tables = await selectRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const rowsOf = async (name: string) =>
    (
      await selectRows<{ row: Row }>(
        db,
        sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
      )
    ).map(({ row }) => row)
  const deals = [...(await rowsOf('settlements')), ...(await rowsOf('cash_payments'))]
  const own = new Set(deals.filter(isOfAttacker).map(({ invoice_id }) => invoice_id))
  const lines: string[] = []
  for (const { name } of tables) {
    const isPermitted = permitted[name] ?? (() => false)
    const rows = (await rowsOf(name)).filter((row) => !isPermitted(row, own))
    lines.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`).toSorted())
  }
  return [...lines, ...(await readFiles(dataDir))]
}

/** Uploads and photos of others, and the names in the data folder. */
async function readFiles(dataDir: string): Promise<string[]> {
  const hash = async (...path: string[]) =>
    createHash('sha256')
      .update(await readFile(join(dataDir, ...path)))
      .digest('hex')
  const uploads = (await readdir(join(dataDir, 'uploads'))).filter(
    (name) =>
      !ATTACKERS.some((id) => new RegExp(`^${id}-[0-9a-f]{32}(\\.(json|ends))?$`).test(name)),
  )
  return [
    ...(await Promise.all(uploads.map(async (name) => `${name} ${await hash('uploads', name)}`))),
    `${VICTIM_PHOTO} ${await hash('photos', VICTIM_PHOTO.slice(0, 2), VICTIM_PHOTO)}`,
  ]
}
