import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { storeRunners } from '../../../test/fixtures/records.ts'
import { createEmptyPostgres } from '../../../test/setup/databases.ts'
import { runOps } from '../../../test/setup/ops.ts'
import { openPhotoStore } from '../../deps.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'
import { photos } from '../../db/schema.ts'
import { hashOf } from '../../photos/service.ts'

const CUSTOMERS = 10_500
const PHOTOS = 101

describe('a long command', () => {
  let folder = ''
  let dataDir = ''
  const ops = async (env: NodeJS.ProcessEnv, ...words: string[]) => {
    const { code, printed, errors } = await runOps(folder, env, words)
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    return printed
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-progress-'))
    dataDir = join(folder, 'data')
    cpSync(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
    const { db, close } = await openEmbedded(dataDir)
    await storeRunners(db)
    await db.execute(
      sql`insert into customers (member_name, status) select 'Anjali ' || n, 'hold' from generate_series(1, ${CUSTOMERS}::integer) as n`,
    )
    const store = openPhotoStore({ dataDir })
    for (let at = 0; at < PHOTOS; at += 1) {
      const bytes = Buffer.from(`photo ${at}`)
      const key = { hash: hashOf(bytes), type: 'image/jpeg' as const }
      await store.put(key, bytes)
      await db.insert(photos).values({ ...key, runnerId: 1, bytes: bytes.length })
    }
    await close()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The lines of interest in their order; others may be between them. */
  const only = (printed: readonly string[], lines: readonly string[]) =>
    printed.filter((line) => lines.includes(line))

  test('says how far it is: verify', async () => {
    expect(await ops({ DATA_DIR: dataDir }, 'verify')).toEqual([
      '100 of 101 photos',
      '101 photos: 0 missing, 0 damaged.',
    ])
  })

  test('says how far it is: move-to-postgres', async () => {
    const url = await createEmptyPostgres()
    const lines = [
      'runners: 2 rows copied',
      'customers: 10000 of 10500 rows copied',
      'customers: 10500 rows copied',
      'runners: 2 rows, equal',
      'customers: 10500 rows, equal',
      '100 of 101 photos',
      '101 photos: 0 missing, 0 damaged.',
    ]
    const printed = await ops({ DATA_DIR: dataDir }, 'move-to-postgres', url)
    expect(only(printed, lines)).toEqual(lines)
  })

  test('says how far it is: backup and restore', async () => {
    const backup = join(folder, 'backup')
    const ofBackup = ['customers: 10500 rows', '100 of 101 photos', '101 of 101 photos']
    const made = await ops({ DATA_DIR: dataDir }, 'backup', backup)
    expect(only(made, ofBackup)).toEqual(ofBackup)
    const target = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: await createEmptyPostgres() }
    const printed = await ops(target, 'restore', backup)
    const [, files] = /^(\d+) of \1 files checked$/m.exec(printed.join('\n')) ?? []
    const ofRestore = [
      `100 of ${files} files checked`,
      `${files} of ${files} files checked`,
      '100 of 101 photos',
      '101 of 101 photos',
      'runners: 2 rows',
      'customers: 10000 of 10500 rows',
      'customers: 10500 rows',
    ]
    expect(only(printed, ofRestore)).toEqual(ofRestore)
  })
})
