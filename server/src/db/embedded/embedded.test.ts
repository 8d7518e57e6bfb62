import childProcess, { execFileSync, spawnSync } from 'node:child_process'
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { serverRoot } from '../../config/folders.ts'
import { ensureDatabaseFolder, openPglite } from './embedded-folder.ts'
import { openEmbedded } from './embedded.ts'
import { runners } from '../schema.ts'

const openCopy = (dataDir: string) => openEmbedded(dataDir, inject('embeddedTemplate'))

/** In this thread, so that the calls of the file system can be counted. */
async function openHere(dataDir: string) {
  const folder = join(dataDir, 'database')
  await ensureDatabaseFolder(folder, inject('embeddedTemplate'))
  return openPglite(folder)
}

const insertRunner = (database: PGlite, id: number) =>
  database.query('insert into runners (id, name) values ($1, $2)', [id, 'Ravi'])

/** Some machines have no strace, or do not permit it. */
const canTrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

describe('the embedded database', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-embedded-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('calls fsync at least once before it acknowledges a commit', async () => {
    const fsync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    try {
      const database = await openHere(dataDir)
      for (let id = 1; id <= 50; id += 1) {
        const before = fsync.mock.calls.length
        await insertRunner(database, id)
        expect(fsync.mock.calls.length).toBeGreaterThan(before)
      }
      await database.close()
    } finally {
      fsync.mockRestore()
      syncBuiltinESMExports()
    }
  })

  it.runIf(canTrace())('makes one system call per commit, counted by strace', async () => {
    await (await openCopy(dataDir)).close()
    const calls = join(dataDir, 'calls')
    const trace = ['-f', '-e', 'trace=fsync,fdatasync', '-o', calls]
    const program = [
      process.execPath,
      '--import',
      'tsx',
      'test/programs/commit-many.ts',
      dataDir,
      '50',
    ]
    execFileSync('strace', [...trace, ...program], { cwd: serverRoot })
    const synced = readFileSync(calls, 'utf8').match(/f(?:data)?sync\(\d+\) += 0/g)
    expect(synced?.length).toBeGreaterThanOrEqual(50)
  })

  it('runs with fsync on and with the sync method that its file layer passes on', async () => {
    const { db, close } = await openCopy(dataDir)
    const setting = async (name: string) => {
      const { rows } = (await db.execute(
        sql`select current_setting(${name}) as value`,
      )) as unknown as { rows: { value: string }[] }
      return rows[0]?.value
    }
    expect(await setting('fsync')).toBe('on')
    expect(await setting('synchronous_commit')).toBe('on')
    expect(await setting('wal_sync_method')).toBe('fsync')
    await close()
  })

  it('syncs all files at once after a crash, and every commit after that', async () => {
    const before = await openHere(dataDir)
    await insertRunner(before, 7)
    const left = mkdtempSync(join(tmpdir(), 'veni-embedded-'))
    // This is the state that a process leaves after SIGKILL.
    cpSync(join(dataDir, 'database'), join(left, 'database'), { recursive: true })
    await before.close()
    const fsync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    try {
      const database = await openHere(left)
      expect(fsync.mock.calls.length).toBeLessThan(200)
      expect((await database.query('select id from runners')).rows).toEqual([{ id: 7 }])
      const asked = fsync.mock.calls.length
      await insertRunner(database, 8)
      expect(fsync.mock.calls.length).toBeGreaterThan(asked)
      await database.close()
    } finally {
      fsync.mockRestore()
      syncBuiltinESMExports()
      rmSync(left, { recursive: true, force: true })
    }
  })

  it('never syncs the whole file system while it is open', async () => {
    const database = await openHere(dataDir)
    const spawned = vi.spyOn(childProcess, 'spawnSync')
    syncBuiltinESMExports()
    try {
      for (let table = 0; table < 40; table += 1)
        await database.exec(`create table many_${table} as select 1 as one`)
      await database.exec('checkpoint')
      expect(spawned).not.toHaveBeenCalled()
      await database.close()
    } finally {
      spawned.mockRestore()
      syncBuiltinESMExports()
    }
  })

  it('has its rows after it is opened again', async () => {
    const first = await openCopy(dataDir)
    await first.db.insert(runners).values({ id: 7, name: 'Ravi' })
    await first.close()
    const second = await openCopy(dataDir)
    expect(await second.db.select().from(runners).where(eq(runners.id, 7))).toHaveLength(1)
    await second.close()
  })

  it('refuses a second opener and is free again after it is closed', async () => {
    const first = await openCopy(dataDir)
    await expect(openCopy(dataDir)).rejects.toThrow('already uses the data folder')
    await first.close()
    await (await openCopy(dataDir)).close()
  })

  it('starts again after an interrupted first start', async () => {
    const partial = join(dataDir, 'database.partial')
    mkdirSync(partial)
    writeFileSync(join(partial, 'PG_VERSION'), 'half a file')
    const { db, close } = await openCopy(dataDir)
    expect(await db.select().from(runners)).toEqual([])
    await close()
    expect(existsSync(partial)).toBe(false)
  })
})
