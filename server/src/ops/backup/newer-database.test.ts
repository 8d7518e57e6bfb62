import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { createEmptyPostgres } from '../../../test/setup/databases.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'

const REFUSAL = 'A newer release has changed this database; run the command with that release.'
/** What the next release could change, and its row in the list of migrations. */
const CHANGES = [
  sql`alter table customers add column nickname text not null default 'Sitakka'`,
  sql`create table refunds (id integer primary key, paise integer)`,
  sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'next', max(created_at) + 1 from drizzle.__drizzle_migrations`,
]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-newer-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(opsWays)('a database that a newer release has changed, %s', (_way, kind) => {
  const server = useOps(kind)
  let id = 0
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    id = (await newCustomer(server.deps.db)).id
    for (const change of CHANGES) await server.deps.db.execute(change)
  })
  const ops = (...words: string[]) => runOps(folder, server.env, words)

  test('still answers the phones, so that a release can be set back', async () => {
    const ravi = await server.signIn(RAVI.phone)
    expect((await ravi.get('/api/customers')).status).toBe(200)
  })

  test('is not backed up without the new tables and columns', async () => {
    const backup = join(folder, `backup-${kind}`)
    expect(await ops('backup', backup)).toMatchObject({ code: 1, errors: [REFUSAL] })
    expect(existsSync(backup)).toBe(false)
  })

  test.each([
    ['export', 'file'],
    ['erase', '--yes'],
  ])('does not %s a customer without the new columns', async (command, last) => {
    const done = await ops('customers', command, String(id), last)
    expect(done).toMatchObject({ code: 1, errors: [REFUSAL] })
  })
})

test('an embedded database that a newer release has changed is not moved', async () => {
  const dataDir = mkdtempSync(join(folder, 'move-'))
  const { db, close } = await openEmbedded(dataDir, inject('embeddedTemplate'))
  for (const change of CHANGES) await db.execute(change)
  await close()
  const words = ['move-to-postgres', await createEmptyPostgres()]
  expect(await runOps(folder, { DATA_DIR: dataDir }, words)).toMatchObject({
    code: 1,
    errors: [REFUSAL],
  })
})
