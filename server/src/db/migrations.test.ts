import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import { copyMigrations } from '../../test/setup/copy-migrations.ts'
import { run } from '../../test/setup/throw-away-postgres.ts'
import { migrationsFolder, serverRoot } from '../config/folders.ts'
import { openPglite } from './embedded/embedded-folder.ts'
import { openDatabase } from './open-database.ts'
import { reservedDeals } from './schema.ts'

const [SETTLED, PAID, TWICE] = [randomUUID(), randomUUID(), randomUUID()]

describe.each(databaseKinds)('a database of the first release on %s', (kind) => {
  let dataDir = ''
  let databaseUrl: string | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'veni-first-'))
    const first = join(dataDir, 'migrations')
    await copyMigrations(first, (entries) => entries.slice(0, 1))
    if (kind === 'postgres') {
      const name = `veni_${randomUUID().replaceAll('-', '')}`
      await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
      databaseUrl = `${inject('postgresUrl')}/${name}`
      const db = drizzlePostgres(databaseUrl)
      await migratePostgres(db, { migrationsFolder: first })
      await fill((statement) => db.execute(statement))
      await db.$client.end()
    } else {
      const folder = join(dataDir, 'database')
      await cp(inject('embeddedTemplate'), folder, { recursive: true })
      const client = await openPglite(folder)
      await client.exec(
        'drop schema drizzle cascade; drop schema public cascade; create schema public',
      )
      const db = drizzlePglite(client)
      await migratePglite(db, { migrationsFolder: first })
      await fill((statement) => db.execute(statement))
      await client.close()
    }
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  it('links each deal to its visit, and of two deals of one visit the first', async () => {
    const { db, close } = await openDatabase({ dataDir, databaseUrl })
    const taken = await db.select().from(reservedDeals).orderBy(reservedDeals.invoiceId)
    await close()
    expect(taken).toEqual([
      { visitId: PAID, invoiceId: 'CASH-1-AAAAAA', kind: 'cash-payment' },
      { visitId: SETTLED, invoiceId: 'INV-1-AAAAAA', kind: 'settlement' },
      { visitId: TWICE, invoiceId: 'INV-2-AAAAAA', kind: 'settlement' },
    ])
  })
})

async function fill(execute: (statement: SQL) => PromiseLike<unknown>): Promise<void> {
  await execute(sql`insert into runners (id, name) values (1, 'Ravi')`)
  await execute(
    sql`insert into customers (id, member_name, status) values (1, 'Anjali', 'delivered')`,
  )
  const common = sql.raw(
    `invoice_id, visit_id, created_at, runner_id, customer_id, content_hash, customer_name, hair_type,
     hair_weight_grams, hair_value_paise, items_total_paise, balance_paise, balance_type, hair_photo_url,
     latitude, longitude, address, completed_at, hair_lines, items`,
  )
  const values = (invoiceId: string, visitId: string, day: number) =>
    sql`${invoiceId}, ${visitId}::uuid, ${`2026-11-${day}`}::timestamptz, 1, 1, '', 'Anjali', 'Black Hair',
        100, 35000, 0, 35000, 'return', '', 0, 0, '', now(), '[]', '[]'`
  const settle = (...deal: Parameters<typeof values>) =>
    execute(
      sql`insert into settlements (${common}, status) values (${values(...deal)}, 'confirmed')`,
    )
  const pay = (...deal: Parameters<typeof values>) =>
    execute(
      sql`insert into cash_payments (${common}, cash_amount_paise, payout_method, upi_reference, cash_receipt_url)
          values (${values(...deal)}, 0, 'upi', '', '')`,
    )
  await settle('INV-1-AAAAAA', SETTLED, 21)
  await pay('CASH-1-AAAAAA', PAID, 21)
  await pay('CASH-2-AAAAAA', TWICE, 23)
  await settle('INV-2-AAAAAA', TWICE, 22)
}

it('the migrations make exactly the tables of the schema', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veni-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, { recursive: true })
  const args = [
    'drizzle-kit',
    'generate',
    '--dialect',
    'postgresql',
    '--schema',
    './src/db/schema.ts',
  ]
  const { stdout } = await promisify(execFile)(
    'npx',
    [...args, '--out', relative(serverRoot, folder)],
    {
      cwd: serverRoot,
    },
  )
  expect(stdout).toContain('No schema changes')
})
