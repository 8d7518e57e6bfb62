import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { dumpRows } from '../../../test/fixtures/dump-rows.ts'
import { fillEveryTable } from '../../../test/fixtures/every-table.ts'
import { storeRunners } from '../../../test/fixtures/records.ts'
import { signIn } from '../../../test/setup/client.ts'
import { startLink } from '../../../test/setup/database-link.ts'
import { createEmptyPostgres } from '../../../test/setup/databases.ts'
import { runOps } from '../../../test/setup/ops.ts'
import { run } from '../../../test/setup/throw-away-postgres.ts'
import { buildApp } from '../../app.ts'
import { listMovedTables } from '../../backup/tables-store.ts'
import { readConfig } from '../../config/config.ts'
import { createDeps, openPhotoStore } from '../../deps.ts'
import { selectRows } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'
import { openPostgres } from '../../db/postgres.ts'
import { customers, photos, runners } from '../../db/schema.ts'
import { silentLog } from '../../log.ts'

let dataDir = ''
let url = ''
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veni-move-'))
  cpSync(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  url = await createEmptyPostgres()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const openSource = () => openEmbedded(dataDir)
const ops = (env: object, ...words: string[]) => runOps('.', { DATA_DIR: dataDir, ...env }, words)
const move = (env: object = {}, ...words: string[]) => ops(env, 'move-to-postgres', url, ...words)

async function fillSource() {
  const { db, close } = await openSource()
  const deps = createDeps(readConfig({ DATA_DIR: dataDir }), db, silentLog)
  const app = await buildApp(deps)
  const filled = await fillEveryTable(deps, (phone) => signIn(app, phone))
  // More rows than are read at a time.
  const many = Array.from({ length: 450 }, (_, at) => ({
    memberName: `లక్ష్మి ${at}`,
    status: 'hold',
  }))
  await db.insert(customers).values(many)
  deps.photoDecoder.close()
  await app.close()
  await close()
  return filled
}

test.each([
  ['after a restore that has skipped numbers', 1_000_001],
  ['when the first order is gone', 1],
])('goes on after the last number of an order, also %s', async (_when, last) => {
  const source = await openSource()
  await source.db.execute(sql`select setval('orders_id_seq', ${last}::bigint)`)
  await source.close()
  expect((await move()).code).toBe(0)
  const target = await openPostgres(url)
  const numbers = await selectRows(target.db, sql`select nextval('orders_id_seq')::integer as next`)
  expect(numbers).toEqual([{ next: last + 1 }])
  await target.close()
})

test('moves every row of every table, and reads every photo', async () => {
  await fillSource()
  const { code, printed, errors } = await move()
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  const [source, target] = [await openSource(), await openPostgres(url)]
  const rows = await dumpRows(source.db, listMovedTables())
  const empty = Object.entries(rows).filter(([, { length }]) => length === 0)
  expect(empty, 'tables without a row in this test').toEqual([])
  expect(await dumpRows(target.db, listMovedTables())).toEqual(rows)
  expect(printed.filter((line) => line.endsWith(', equal'))).toEqual(
    Object.entries(rows).map(
      ([name, { length }]) => `${name}: ${length} ${length === 1 ? 'row' : 'rows'}, equal`,
    ),
  )
  expect(printed).toContain('3 photos: 0 missing, 0 damaged.')
  const [added] = await target.db
    .insert(customers)
    .values({ memberName: 'New', status: 'hold' })
    .returning()
  expect(added?.id).toBe(452)
  await Promise.all([source.close(), target.close()])
})

test('names each missing photo and fails, and the copy is complete all the same', async () => {
  const { hashes, invoiceId } = await fillSource()
  const missing = { hash: hashes[1]!, type: 'image/png' as const }
  await openPhotoStore({ dataDir }).delete(missing)
  const { code, printed, errors } = await move()
  expect(code).toBe(1)
  expect(errors).toEqual([
    `${missing.hash}: missing, in ${invoiceId}`,
    'The copy is complete, but these photos are not in DATA_DIR; take their files from a backup.',
  ])
  expect(printed).toContain('3 photos: 1 missing, 0 damaged.')
  expect(printed.at(-1)).toMatch(/^All rows are in PostgreSQL. Now start the server/)
  const [source, target] = [await openSource(), await openPostgres(url)]
  const isLost = eq(photos.hash, missing.hash)
  const [lost] = await target.db.select().from(photos).where(isLost)
  expect(lost?.lostAt).toBeInstanceOf(Date)
  await target.db.update(photos).set({ lostAt: null }).where(isLost)
  expect(await dumpRows(target.db, listMovedTables())).toEqual(
    await dumpRows(source.db, listMovedTables()),
  )
  await Promise.all([source.close(), target.close()])
  const verified = await ops({ DATABASE_URL: url }, 'verify')
  expect(verified.printed).toEqual(['3 photos: 1 missing, 0 damaged.'])
})

test('moves nothing when not one photo is in the folder, unless the operator says so', async () => {
  await fillSource()
  const folder = join(dataDir, 'photos')
  renameSync(folder, `${folder}-away`)
  mkdirSync(folder)
  expect(await move()).toEqual({
    code: 1,
    printed: [],
    errors: [
      `None of the first 3 photos is in ${folder}: this is another folder than that of the server, or its disk is away. Nothing was changed. If all photos are really lost, add --all-lost.`,
    ],
  })
  const { code, printed } = await move({}, '--all-lost')
  expect([code, printed.at(-2)]).toEqual([1, '3 photos: 3 missing, 0 damaged.'])
})

test('says so when PostgreSQL has other values than were copied', async () => {
  await fillSource()
  await (await openPostgres(url)).close()
  await run(
    url,
    `create function forge() returns trigger language plpgsql as
      $$ begin new.member_name := new.member_name || '.'; return new; end $$;
    create trigger forge before insert on customers for each row execute function forge()`,
  )
  const { code, errors } = await move()
  expect([code, errors]).toEqual([
    1,
    ['customers has other rows in PostgreSQL. Delete that database.'],
  ])
})

test('says in one sentence that PostgreSQL stopped to answer, and moves every row at the next run', async () => {
  const source = await openSource()
  await storeRunners(source.db)
  await source.close()
  const link = await startLink(new URL('/', url).href)
  const linked = `${link.url}${new URL(url).pathname}`
  link.cutAt('insert into "runners"')
  const cut = await ops({}, 'move-to-postgres', linked)
  expect([cut.code, cut.errors]).toEqual([
    1,
    ['The database does not answer, or not soon enough. Run the command again later.'],
  ])
  link.thaw()
  expect(await ops({}, 'move-to-postgres', linked)).toMatchObject({ code: 0, errors: [] })
  await link.close()
  const target = await openPostgres(url)
  expect(await target.db.$count(runners)).toBe(2)
  await target.close()
})

test('says what to do when PostgreSQL has the rows and stops to answer while they are compared', async () => {
  const source = await openSource()
  await storeRunners(source.db)
  await source.close()
  const link = await startLink(new URL('/', url).href)
  link.cutAt('declare copied')
  const cut = await ops({}, 'move-to-postgres', `${link.url}${new URL(url).pathname}`)
  await link.close()
  expect([cut.code, cut.errors]).toEqual([
    1,
    [
      'PostgreSQL has the rows, but they could not all be checked (no database). Delete that database, and run the command again.',
    ],
  ])
  const target = await openPostgres(url)
  expect(await target.db.$count(runners)).toBe(2)
  await target.close()
})

test('moves nothing into a database that has rows', async () => {
  const target = await openPostgres(url)
  await target.db.insert(customers).values({ memberName: 'Old', status: 'hold' })
  const { code, errors } = await move()
  expect([code, errors]).toEqual([
    1,
    ['The database is not empty: its table customers has rows. Nothing was changed.'],
  ])
  expect(await target.db.$count(customers)).toBe(1)
  await target.close()
})

test('moves nothing while a server has the data folder', async () => {
  const { close } = await openSource()
  const { code, errors } = await move()
  await close()
  expect(code).toBe(1)
  expect(errors[0]).toContain('Another Veni server already uses the data folder')
})

test('moves nothing when the data are in PostgreSQL already', async () => {
  const { errors } = await move({ DATABASE_URL: url })
  expect(errors).toEqual(['DATABASE_URL is set: the data are in PostgreSQL already.'])
})
