import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import type { DatabaseKind } from '../../test/setup/databases.ts'
import { opsWays, runOps, useOps } from '../../test/setup/ops.ts'
import type { Tx } from '../db/client.ts'
import { openDatabase } from '../db/open-database.ts'
import { cashPayments, photos } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { photoUrl, storePhoto } from '../photos/service.ts'
import { makeBackup } from './make-backup.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-photos-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const STATEMENTS_OF_A_TABLE = 4

/** Runs `arrive` before the transaction, between its statements, and before each photo is read. */
function interrupted(deps: Deps, kind: DatabaseKind, arrive: () => Promise<void>): Deps {
  const waiting: Promise<void>[] = []
  // The embedded database has one connection: what arrives while rows are read is stored after them.
  let statements = 0
  const beforeRows = async () => {
    // About one for each table.
    if ((statements += 1) % STATEMENTS_OF_A_TABLE !== 0) return
    if (kind === 'postgres') await arrive()
    else waiting.push(arrive())
  }
  const inTransaction = (tx: Tx) =>
    new Proxy(tx, {
      get: (target, name: keyof Tx) =>
        name === 'execute'
          ? (...args: Parameters<Tx['execute']>) => beforeRows().then(() => target.execute(...args))
          : target[name],
    })
  const transaction = async (run: (tx: Tx) => Promise<unknown>) => {
    await arrive()
    const result = await deps.db.transaction((tx) => run(inTransaction(tx)))
    await Promise.all(waiting)
    return result
  }
  const db = new Proxy(deps.db, {
    get: (target, name: keyof Deps['db']) => (name === 'transaction' ? transaction : target[name]),
  })
  const { photoStore } = deps
  const get: typeof photoStore.get = (key) => arrive().then(() => photoStore.get(key))
  return { ...deps, db, photoStore: Object.assign(Object.create(photoStore), { get }) }
}

describe.each(opsWays)('photos that arrive during a backup, %s', (_way, kind) => {
  const server = useOps(kind)

  test('come with their rows or not at all, and each restored deal has its photo', async () => {
    const { deps } = server
    await storeRunners(deps.db)
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(deps.db)
    const arrive = async () => {
      const key = await storePhoto(deps, RAVI.id, await newPhoto())
      const body = cashPaymentBody(id, { hair_photo_url: photoUrl(key) })
      expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    }
    for (let at = 0; at < 3; at += 1) await arrive()

    const backup = join(folder, `backup-${kind}`)
    await makeBackup(interrupted(deps, kind, arrive), backup, () => {})
    expect(await deps.db.$count(photos)).toBeGreaterThan(6)

    const env = { DATA_DIR: join(folder, `restored-${kind}`) }
    expect(await runOps(folder, env, ['restore', backup])).toMatchObject({ code: 0, errors: [] })
    expect(await runOps(folder, env, ['verify'])).toMatchObject({ code: 0, errors: [] })
    const { db, close } = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: undefined })
    const stored = (await db.select().from(photos)).map(({ hash }) => `/api/images/${hash}.jpg`)
    const named = (await db.select().from(cashPayments)).map(({ hairPhotoUrl }) => hairPhotoUrl)
    await close()
    expect(stored.length).toBeGreaterThanOrEqual(3)
    expect(named.toSorted()).toEqual(stored.toSorted())
  })
})
