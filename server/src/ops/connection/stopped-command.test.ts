import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newEntry, newFile } from '../../../test/fixtures/phone-file.ts'
import { newCustomer, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { useServer } from '../../../test/setup/server.ts'
import { settlements } from '../../db/schema.ts'
import { opsSocketPath, writeTaskUrl } from './socket-protocol.ts'
import { startOpsSocket } from './socket-server.ts'

describe('a command that has ended', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  test('imports no further deal of its file, so that a server can close', async () => {
    const { db, config } = server.deps
    const { id } = await newCustomer(db)
    const deals = Array.from({ length: 200 }, () => {
      const settlement = settlementBody(id)
      const work = { kind: 'settlement' as const, settlement, photos: [] }
      return newEntry(id, work, settlement.visit_id)
    })
    const socket = await startOpsSocket(server.deps)
    const upload = request({
      socketPath: opsSocketPath(config.dataDir),
      method: 'POST',
      path: writeTaskUrl('import-deals', {}),
    })
    upload.on('error', () => undefined)
    upload.end(JSON.stringify(newFile(deals)))
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    await once(response, 'data')
    // It ends the connection, as Ctrl-C in the command does, and waits for the import.
    await socket.close()
    const recorded = await db.$count(settlements, eq(settlements.customerId, id))
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThan(deals.length)
  })
})
