import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { expectNewEpoch } from '../../test/fixtures/new-epoch.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { createFreshPostgres } from '../../test/setup/databases.ts'
import { runOps } from '../../test/setup/ops.ts'
import { useServer } from '../../test/setup/server.ts'
import { storePhoto } from '../photos/service.ts'

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

describe('a restore into PostgreSQL that is cut', () => {
  const server = useServer('postgres')

  test('at its epoch leaves no row, and can run again', async () => {
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

  test('records the photos that the backup lacks together with its rows', async () => {
    const key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    await server.deps.photoStore.delete(key)
    const backup = join(folder, 'backup-without-photo')
    expect(await runOps(folder, server.env, ['backup', backup])).toMatchObject({ code: 1 })

    const env = { DATA_DIR: join(folder, 'other'), DATABASE_URL: await createFreshPostgres() }
    const client = await connect(env.DATABASE_URL)
    // From its commit on, as after a cut, nothing more is written into the rows of photos.
    await client.query(`
      create function note_transaction() returns trigger language plpgsql as
        $$ begin perform set_config('veni.has_rows', 'yes', true); return new; end $$;
      create function cut() returns trigger language plpgsql as
        $$ begin
          if current_setting('veni.has_rows', true) = 'yes' then return new; end if;
          raise exception 'cut';
        end $$;
      create trigger note before insert on images for each row execute function note_transaction();
      create trigger cut before update on images for each row execute function cut()`)
    const { errors } = await runOps(folder, env, ['restore', backup])
    expect(errors).toEqual([expect.stringContaining('made without 1 photo of its rows')])
    const { rows } = await client.query('select hash from images where lost_at is not null')
    expect(rows).toEqual([{ hash: key.hash }])
  })
})
