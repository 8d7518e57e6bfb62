import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { runOps } from '../../../test/setup/ops.ts'
import { run } from '../../../test/setup/throw-away-postgres.ts'
import { newCustomer, storePrices, storeRunners } from '../../../test/fixtures/records.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'
import { openPostgres } from '../../db/postgres.ts'
import { customers, photos, sessions } from '../../db/schema.ts'

let dataDir = ''
let url = ''
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veni-move-'))
  cpSync(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
  url = `${inject('postgresUrl')}/${name}`
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const openSource = () => openEmbedded(dataDir)
const move = (env: object = {}) =>
  runOps('.', { DATA_DIR: dataDir, ...env }, ['move-to-postgres', url])

async function fillSource(): Promise<void> {
  const { db, close } = await openSource()
  await storeRunners(db)
  await storePrices(db)
  for (let at = 0; at < 450; at += 1) await newCustomer(db, { memberName: `Customer ${at} లక్ష్మి` })
  await db
    .insert(photos)
    .values({ hash: 'a'.repeat(64), runnerId: 1, type: 'image/jpeg', bytes: 1 })
  const expiresAt = new Date('2027-01-01T00:00:00.123Z')
  await db.insert(sessions).values({ tokenHash: 'a', runnerId: 1, expiresAt })
  await close()
}

test('moves every row, also open sessions, and counts the photos', async () => {
  await fillSource()
  const { code, printed } = await move()
  expect(code).toBe(0)
  expect(printed).toContain('customers: 450 rows, equal')
  expect(printed).toContain('sessions: 1 row, equal')
  expect(printed).toContain('1 photo: 1 missing, 0 damaged.')
  const [source, target] = [await openSource(), await openPostgres(url)]
  for (const table of [customers, sessions])
    expect(await target.db.select().from(table)).toEqual(await source.db.select().from(table))
  const [added] = await target.db
    .insert(customers)
    .values({ memberName: 'New', status: 'hold' })
    .returning()
  expect(added?.id).toBe(451)
  await Promise.all([source.close(), target.close()])
})

test('moves nothing into a database that has rows', async () => {
  await fillSource()
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
