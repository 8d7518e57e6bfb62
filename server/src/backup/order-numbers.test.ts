import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import {
  createEmptyPostgres,
  databaseKinds,
  openFreshDatabase,
} from '../../test/setup/databases.ts'
import { type Db, selectRows } from '../db/client.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPhotoStore } from '../deps.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** The number that a new order gets. */
async function takeNumber(db: Db): Promise<number> {
  const [next] = await selectRows<{ id: number }>(
    db,
    sql`select nextval('orders_id_seq')::integer as id`,
  )
  return next?.id ?? 0
}

test.each(databaseKinds)(
  'the number of a lost order is not given out again after a second restore (%s)',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'veni-order-numbers-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const first = await openFreshDatabase(kind)
    const photoStore = openPhotoStore({ dataDir: folder })
    // As a restore leaves it: the numbers have jumped, and no order has been made since.
    await first.db.execute(sql`select setval('orders_id_seq', 1000001)`)
    const backup = join(folder, 'backup')
    await makeBackup({ db: first.db, now: () => new Date(), photoStore }, backup, () => undefined)
    const lost = await takeNumber(first.db)
    await first.close()
    const databaseUrl = kind === 'postgres' ? await createEmptyPostgres() : undefined
    const target = { dataDir: join(folder, 'data'), databaseUrl }
    await restoreBackup({ ...target, photoStore }, backup, () => undefined)
    const { db, close } = await openDatabase(target)
    expect(await takeNumber(db)).toBeGreaterThan(lost)
    await close()
  },
)
