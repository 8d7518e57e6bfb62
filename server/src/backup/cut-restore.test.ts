import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { expectNewEpoch } from '../../test/fixtures/new-epoch.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { createFreshPostgres } from '../../test/setup/databases.ts'
import { runOps } from '../../test/setup/ops.ts'
import { useServer } from '../../test/setup/server.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-cut-restore-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A connection stops the restore at its epoch. Then its connections end, as with a crash of PostgreSQL. */
async function cutAtEpoch(url: string, restore: () => Promise<{ code: number }>) {
  const locker = await connect(url)
  await locker.query('begin; lock table database_epochs in access exclusive mode')
  // Within its transaction a connection sees the activity as it was at the first look.
  const observer = await connect(url)
  const restoring = restore()
  const readWaiting = async () => {
    const { rows } = await observer.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert%database_epochs%'`,
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(readWaiting).toHaveLength(1)
  await observer.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [
    await readWaiting(),
  ])
  expect((await restoring).code).toBe(1)
  await locker.query('rollback')
}

describe('a restore into PostgreSQL that is cut at its epoch', () => {
  const server = useServer('postgres')

  test('leaves no row, and can run again', async () => {
    await storeRunners(server.deps.db)
    const { id } = await newCustomer(server.deps.db)
    const ravi = await server.signIn(RAVI.phone)
    await ravi.send('POST', '/api/orders', orderBody(id))
    const backup = join(folder, 'backup')
    expect(await runOps(folder, server.env, ['backup', backup])).toMatchObject({ code: 0 })

    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: await createFreshPostgres() }
    const restore = () => runOps(folder, env, ['restore', backup])
    await cutAtEpoch(env.DATABASE_URL, restore)
    expect(await restore()).toMatchObject({ code: 0, errors: [] })
    await expectNewEpoch(server.deps.db, env)
  })
})
