import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type DatabaseKind } from '../../../test/setup/databases.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { run } from '../../../test/setup/throw-away-postgres.ts'
import { expectNewEpoch } from '../../../test/fixtures/new-epoch.ts'
import { dumpRows } from '../../../test/fixtures/dump-rows.ts'
import { fillEveryTable } from '../../../test/fixtures/every-table.ts'
import { newCustomer, orderBody, RAVI } from '../../../test/fixtures/records.ts'
import { customers, orders } from '../../db/schema.ts'
import { openDatabase } from '../../db/open-database.ts'
import { listBackupTables, listTables } from '../../backup/tables-store.ts'
import { hashOf } from '../../photos/service.ts'

let folder = ''
let paths = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newPath = (name: string) => join(folder, `${name}-${(paths += 1)}`)

/** The environment of a server without any data. */
async function newTarget(kind: DatabaseKind): Promise<NodeJS.ProcessEnv> {
  const env = { DATA_DIR: newPath('data') }
  if (kind === 'embedded') return env
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
  return { ...env, DATABASE_URL: `${inject('postgresUrl')}/${name}` }
}
const openTarget = (env: NodeJS.ProcessEnv) =>
  openDatabase({ dataDir: env['DATA_DIR'] ?? '', databaseUrl: env['DATABASE_URL'] })
const photoOutside = { hash: '../../../../outside', type: 'image/jpeg' }
/** Changes a file of a backup, and its hash in the list. */
function rewrite(copy: string, name: string, change: (text: string) => string): void {
  const [file, list] = [join(copy, name), join(copy, 'SHA256SUMS')]
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  const line = new RegExp(`^.{64}(?=  ${name}$)`, 'mu')
  writeFileSync(list, readFileSync(list, 'utf8').replace(line, hashOf(readFileSync(file))))
}
const ops = (env: NodeJS.ProcessEnv, ...words: string[]) => runOps(folder, env, words)

describe.each(opsWays)('a backup %s', (_way, kind) => {
  const server = useOps(kind)
  let backup = ''
  const hashes: string[] = []
  let made: Awaited<ReturnType<typeof ops>>
  beforeAll(async () => {
    const { db } = server.deps
    const filled = await fillEveryTable(server.deps, (phone) => server.signIn(phone))
    hashes.push(...filled.hashes)
    for (let at = 0; at < 450; at += 1) await newCustomer(db, { memberName: `Customer ${at}` })
    backup = newPath('backup')
    made = await ops(server.env, 'backup', backup)
  })

  test('prints its progress', () => {
    expect(made).toMatchObject({ code: 0, errors: [] })
    expect(made.printed).toContain('customers: 451 rows')
    expect(made.printed.at(-1)).toMatch(/^The backup .* has \d+ rows and 3 photos\.$/)
  })

  test.each(['embedded', 'postgres'] as const)(
    'comes back in an empty %s database with every value and photo',
    async (target) => {
      const env = await newTarget(target)
      expect(await ops(env, 'restore', backup)).toMatchObject({ code: 0, errors: [] })
      const { db, close } = await openTarget(env)
      const tables = listBackupTables()
      expect(await dumpRows(db, tables)).toEqual(await dumpRows(server.deps.db, tables))
      // New rows get ids that no restored row has.
      const [added] = await db
        .insert(customers)
        .values({ memberName: 'New', status: 'assigned' })
        .returning()
      expect(added?.id).toBe(452)
      await close()
      await expectNewEpoch(server.deps.db, env)
      expect(await ops(env, 'verify')).toMatchObject({
        code: 0,
        printed: ['3 photos: 0 missing, 0 damaged.'],
      })
      expect(existsSync(join(env['DATA_DIR'] ?? '', 'restoring'))).toBe(false)
    },
  )

  test('has no session and no code, so that an ended session stays ended', async () => {
    const names = readdirSync(join(backup, 'tables')).map((name) => name.replace('.jsonl', ''))
    expect(names.toSorted()).toEqual(listBackupTables().toSorted())
    expect(
      listTables()
        .filter((name) => !names.includes(name))
        .toSorted(),
    ).toEqual([
      'customer_list_changes',
      'database_epochs',
      'rate_counts',
      'sessions',
      'sign_in_codes',
      'sign_in_events',
      'upload_parts',
      'uploads',
    ])
  })

  test('can be checked by sha256sum and read by its owner only', async () => {
    const sums = readFileSync(join(backup, 'SHA256SUMS'), 'utf8')
    expect(sums).toContain(`  photos/${hashes[0]!.slice(0, 2)}/${hashes[0]!}.png\n`)
    for (const name of ['.', ...readdirSync(backup, { recursive: true }).map(String)])
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0)
  })

  test.each([
    ['a changed row', 'tables/customers.jsonl', 'is damaged'],
    ['a changed manifest', 'manifest.json', 'is damaged'],
  ])('with %s is refused, and the target stays empty', async (_name, file, problem) => {
    const copy = newPath('copy')
    const env = await newTarget(kind)
    await expect(ops(server.env, 'backup', copy)).resolves.toMatchObject({ code: 0 })
    appendFileSync(join(copy, file), ' ')
    const { code, errors } = await ops(env, 'restore', copy)
    expect(code).toBe(1)
    expect(errors[0]).toContain(`${join(copy, file)} ${problem}`)
    expect(existsSync(join(env['DATA_DIR'] ?? '', 'database'))).toBe(false)
  })

  test('without one of its photos, or without its list of hashes, is refused', async () => {
    const copy = newPath('copy')
    await ops(server.env, 'backup', copy)
    const photo = join('photos', hashes[0]!.slice(0, 2), `${hashes[0]}.png`)
    const env = await newTarget(kind)
    for (const file of [photo, 'SHA256SUMS']) {
      rmSync(join(copy, file))
      const { code, errors } = await ops(env, 'restore', copy)
      expect([code, errors[0]]).toEqual([1, `${copy} is no whole backup: ${file} is missing.`])
    }
  })

  test.each([
    ['sessions', { tables: [{ name: 'sessions', rows: 0 }] }, 'which no backup has'],
    ['a photo outside of its folder', { photos: [photoOutside] }, 'manifest.json'],
  ])('with %s and the hashes of its files is refused', async (_name, changes, problem) => {
    const copy = newPath('copy')
    const env = await newTarget(kind)
    await ops(server.env, 'backup', copy)
    rewrite(copy, 'manifest.json', (text) =>
      JSON.stringify({ ...(JSON.parse(text) as object), ...changes }),
    )
    const { code, errors } = await ops(env, 'restore', copy)
    expect([code, errors[0]]).toEqual([1, expect.stringContaining(problem)])
  })

  test.each([
    ['a day that no calendar has', '"2026-12-01"', '"2026-13-45"'],
    ['a runner who is not in the backup', '"runner_id":1,', '"runner_id":99,'],
    ['half a row', '{', '['],
  ])('with %s and the hashes of its files is refused in one sentence', async (_name, ...change) => {
    const copy = newPath('copy')
    const env = await newTarget(kind)
    await ops(server.env, 'backup', copy)
    rewrite(copy, 'tables/customers.jsonl', (text) => {
      expect(text).toContain(change[0])
      return text.replace(...change)
    })
    const { code, errors } = await ops(env, 'restore', copy)
    expect([code, errors]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The database refuses a row of customers \(.+\)\. Nothing was changed/u,
        ),
      ],
    ])
    expect(existsSync(join(env['DATA_DIR'] ?? '', 'database'))).toBe(false)
  })

  test('with a photo of another name is refused', async () => {
    const copy = newPath('copy')
    const env = await newTarget(kind)
    await ops(server.env, 'backup', copy)
    const photo = join('photos', hashes[0]!.slice(0, 2), `${hashes[0]}.png`)
    rewrite(copy, photo, () => 'another photo')
    const { code, errors } = await ops(env, 'restore', copy)
    expect([code, errors[0]]).toEqual([1, expect.stringContaining('is damaged')])
  })

  test('is not restored over other data', async () => {
    const env = await newTarget(kind)
    await ops(env, 'restore', backup)
    const { code, errors } = await ops(env, 'restore', backup)
    expect(code).toBe(1)
    expect(errors[0]).toMatch(/exists already|is not empty/)
  })

  test('is refused for a folder that exists, and for one that an interrupted backup left', async () => {
    const left = newPath('left')
    expect((await ops(server.env, 'backup', backup)).errors[0]).toContain('exists already')
    writeFileSync(`${left}.partial`, '')
    expect((await ops(server.env, 'backup', left)).errors[0]).toContain('another backup runs')
  })

  test('has all rows of one moment, while runners write', async () => {
    const ravi = await server.signIn(RAVI.phone)
    let isRunning = true
    let sent = 0
    // The delivery of an order and of its customer are one transaction.
    const write = async () => {
      while (isRunning) {
        const { id } = await newCustomer(server.deps.db)
        const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(id))
        await ravi.send('PUT', `/api/orders/${order.body.id}`, { status: 'delivered' })
        sent += 1
      }
    }
    const writing = [write(), write()]
    const copy = newPath('copy')
    const { code } = await ops(server.env, 'backup', copy)
    isRunning = false
    await Promise.all(writing)
    expect(code).toBe(0)
    expect(sent).toBeGreaterThan(0)
    const env = await newTarget('postgres')
    await ops(env, 'restore', copy)
    const { db, close } = await openTarget(env)
    const [delivered] = [await db.$count(customers), await db.$count(orders)]
    expect(delivered).toBeGreaterThan(0)
    const rows = await dumpRows(db, ['orders', 'customers'])
    const ids = (table: string, key: string) =>
      rows[table]!.map((row) => JSON.parse(row) as Record<string, unknown>)
        .filter(({ status }) => status === 'delivered')
        .map((row) => String(row[key]))
        .toSorted()
    expect(ids('orders', 'customer_id')).toEqual(ids('customers', 'id'))
    await close()
  })
})
