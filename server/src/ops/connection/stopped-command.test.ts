import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  itemsDeal,
  newDamagedFile,
  newEntry,
  newFile,
  unreadableRow,
} from '../../../test/fixtures/phone-file.ts'
import { newCustomer, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { useServer } from '../../../test/setup/server.ts'
import { settlements } from '../../db/schema.ts'
import { opsSocketPath, writeTaskUrl } from './socket-protocol.ts'
import { startOpsSocket } from './socket-server.ts'

describe('a command that has ended', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  const countDealsOf = (customerId: number) =>
    server.deps.db.$count(settlements, eq(settlements.customerId, customerId))

  /** Ends the connection after the first item, as Ctrl-C in the command does, and waits for the task. */
  async function stopAfterFirst(path: string, file: object): Promise<void> {
    const socket = await startOpsSocket(server.deps)
    const socketPath = opsSocketPath(server.deps.config.dataDir)
    const upload = request({ socketPath, method: 'POST', path })
    upload.on('error', () => undefined)
    upload.end(JSON.stringify(file))
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
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
    await stopAfterFirst(writeTaskUrl('import-deals', {}), newFile(deals))
    const recorded = await countDealsOf(id)
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThan(deals.length)
  })

  test('adopts no further deal of its file, either', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deals = await Promise.all(Array.from({ length: 100 }, () => itemsDeal(id)))
    const rows = deals.map((deal) => unreadableRow(deal, { ...deal.entry, version: 'x' }))
    const url = writeTaskUrl('adopt-deals', { given: {} })
    await stopAfterFirst(url, newDamagedFile(deals, rows))
    const recorded = await countDealsOf(id)
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThan(deals.length)
  })
})
