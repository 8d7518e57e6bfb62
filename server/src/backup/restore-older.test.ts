import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { run } from '../../test/setup/throw-away-postgres.ts'
import { openPhotoStore } from '../deps.ts'
import { selectRows } from '../db/client.ts'
import { openPostgres } from '../db/postgres.ts'
import { customerChanges, customers } from '../db/schema.ts'
import { createBackupFolder, single, tableFile } from './backup-folder.ts'
import { listMigrations } from './migrations.ts'
import { restoreBackup } from './restore-backup.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-older-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function newPostgres(): Promise<string> {
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
  return `${inject('postgresUrl')}/${name}`
}

function targetOf(databaseUrl: string) {
  const dataDir = join(folder, 'data')
  return { dataDir, databaseUrl, photoStore: openPhotoStore({ dataDir }) }
}

type Migrations = Awaited<ReturnType<typeof listMigrations>>

/** The other tables of the first release. */
const EMPTY = [
  'hair_prices',
  'products',
  'images',
  'orders',
  'settlements',
  'cash_payments',
  'idempotency_keys',
  'import_rows',
]

/** A backup of two rows that a release with these migrations could have made. */
async function makeOldBackup(name: string, migrations: Migrations): Promise<string> {
  const rows = {
    runners: {
      id: 1,
      name: 'Ravi',
      phone: null,
      imported: null,
      created_at: '2026-11-01T00:00:00Z',
    },
    customers: customerOf(7),
  }
  const path = join(folder, name)
  await createBackupFolder(path, async (writer) => {
    for (const [table, row] of Object.entries(rows))
      await writer.write(tableFile(table), single(`${JSON.stringify(row)}\n`))
    for (const table of EMPTY) await writer.write(tableFile(table), single(''))
    return {
      createdAt: '2026-11-02T00:00:00Z',
      migrations,
      tables: [
        ...Object.keys(rows).map((name) => ({ name, rows: 1 })),
        ...EMPTY.map((name) => ({ name, rows: 0 })),
      ],
      photos: [],
      badPhotos: [],
    }
  })
  return path
}

const customerOf = (id: number) => ({
  id,
  member_name: 'Anjali',
  status: 'assigned',
  runner_id: 1,
  ...Object.fromEntries(
    [
      'state',
      'district',
      'village_info',
      'father_or_husband_name',
      'mobile',
      'email',
      'extra',
      'comments',
      'notes',
    ].map((name) => [name, '']),
  ),
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
})

test('a backup of the first release gets every migration after its rows are loaded', async () => {
  const all = await listMigrations()
  const backup = await makeOldBackup('first', all.slice(0, 1))
  const databaseUrl = await newPostgres()
  await restoreBackup(targetOf(databaseUrl), backup, () => undefined)
  const { db, close } = await openPostgres(databaseUrl)
  expect(await db.select().from(customers)).toMatchObject([{ id: 7, erasedAt: null }])
  // A later migration makes the history from the rows that are there.
  expect(await db.select().from(customerChanges)).toMatchObject([{ customerId: 7, runnerId: 1 }])
  await close()
})

test('no order gets the number of one that was made after a backup of a release without epochs', async () => {
  const all = await listMigrations()
  const backup = await makeOldBackup('without-epochs', all.slice(0, 1))
  const databaseUrl = await newPostgres()
  await restoreBackup(targetOf(databaseUrl), backup, () => undefined)
  const { db, close } = await openPostgres(databaseUrl)
  const [next] = await selectRows<{ id: number }>(
    db,
    sql`select nextval(pg_get_serial_sequence('orders', 'id'))::integer as id`,
  )
  expect(next?.id).toBeGreaterThan(1_000_000)
  await close()
})

test('a backup of an older release is not loaded into the tables of a newer one', async () => {
  const all = await listMigrations()
  const backup = await makeOldBackup('older', all.slice(0, 1))
  const databaseUrl = await newPostgres()
  await (await openPostgres(databaseUrl)).close()
  const target = targetOf(databaseUrl)
  await expect(restoreBackup(target, backup, () => undefined)).rejects.toThrow(
    'The database has the tables of another release',
  )
})

test('a backup of a newer release, and one of another program, are refused', async () => {
  const all = await listMigrations()
  const newer = await makeOldBackup('newer', [...all, { tag: '9999_next', sha256: '' }])
  const foreign = await makeOldBackup('foreign', [{ tag: all[0]!.tag, sha256: 'another' }])
  const target = targetOf(await newPostgres())
  const restore = (path: string) => restoreBackup(target, path, () => undefined)
  await expect(restore(newer)).rejects.toThrow('A newer release made this backup')
  await expect(restore(foreign)).rejects.toThrow('its migrations are not ours')
})
