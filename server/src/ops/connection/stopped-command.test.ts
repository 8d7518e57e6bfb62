import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  itemsDeal,
  newDamagedFile,
  newEntry,
  newFile,
  unreadableRow,
} from '../../../test/fixtures/phone-file.ts'
import { killImport } from '../../../test/fixtures/killed-imports.ts'
import { newCustomer, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { useServer } from '../../../test/setup/server.ts'
import type { Db } from '../../db/client.ts'
import { runners, settlements } from '../../db/schema.ts'
import { opsSocketPath, writeTaskUrl } from './socket-protocol.ts'
import { startOpsSocket } from './socket-server.ts'

describe('a command that has ended', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  const countDealsOf = (customerId: number) =>
    server.deps.db.$count(settlements, eq(settlements.customerId, customerId))

  /** Ends the connection after the first item, as Ctrl-C in the command does, and waits for the task. */
  async function stopAfterFirst(
    path: string,
    file: string,
    { deps = server.deps, onStopped = () => {} } = {},
  ): Promise<void> {
    const socket = await startOpsSocket(deps)
    const socketPath = opsSocketPath(server.deps.config.dataDir)
    const upload = request({ socketPath, method: 'POST', path })
    upload.on('error', () => undefined)
    upload.end(file)
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    response.once('close', onStopped)
    await once(response, 'data')
    await socket.close()
  }

  test('imports no further deal of its file, so that a server can close', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deals = Array.from({ length: 200 }, () => {
      const settlement = settlementBody(id)
      const work = { kind: 'settlement' as const, settlement, photos: [] }
      return newEntry(id, work, settlement.visit_id)
    })
    await stopAfterFirst(writeTaskUrl('import-deals', {}), JSON.stringify(newFile(deals)))
    const recorded = await countDealsOf(id)
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThan(deals.length)
  })

  test('adopts no further deal of its file, either', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deals = await Promise.all(Array.from({ length: 100 }, () => itemsDeal(id)))
    const rows = deals.map((deal) => unreadableRow(deal, { ...deal.entry, version: 'x' }))
    const url = writeTaskUrl('adopt-deals', { given: {} })
    await stopAfterFirst(url, JSON.stringify(newDamagedFile(deals, rows)))
    const recorded = await countDealsOf(id)
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThan(deals.length)
  })

  test('logs an earlier import that it could not finish', async () => {
    const { db } = server.deps
    await db.insert(runners).values({ id: 99, name: 'Asha', phone: '9000000081' })
    await killImport(db, { kindName: 'runners', ids: [81], isDecided: true })
    server.takeLog()
    const url = writeTaskUrl('import-records', { kindName: 'runners', skipBad: false })
    await stopAfterFirst(url, 'id,name,phone\n82,Usha,9000000082\n')
    expect(server.takeLog()).toEqual([
      'An earlier import of runners was interrupted and cannot be finished. 1 of its rows was not imported: correct its file and import it again.',
    ])
  })

  test('logs how many rows of its import the database refused, without their values', async () => {
    const { db } = server.deps
    await db.execute(sql`alter table runners add constraint odd check (name <> 'Odd')`)
    onTestFinished(async () => {
      await db.execute(sql`alter table runners drop constraint odd`)
    })
    let onStopped = () => {}
    const stopped = new Promise<void>((resolve) => (onStopped = resolve))
    const waitingDb = new Proxy(db, {
      get(target, name: keyof Db) {
        if (name !== 'transaction') return target[name]
        return async (...words: Parameters<Db['transaction']>) => {
          await stopped
          return target.transaction(...words)
        }
      },
    })
    const url = writeTaskUrl('import-records', { kindName: 'runners', skipBad: true })
    const file = 'id,name,phone\n70,Odd,9100000070\n71,Asha,9100000071\n72,,\n'
    server.takeLog()
    await stopAfterFirst(url, file, { deps: { ...server.deps, db: waitingDb }, onStopped })
    expect(server.takeLog()).toEqual([
      'An import was stopped: the database refuses a value. Not imported: 2 rows. Correct the file and import it again.',
    ])
  })
})
