/** A server with one runner, for photos that are taken after their deals. */
import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { laterPhotos } from '../../src/db/schema.ts'
import { newCustomer, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import type { Client } from './client.ts'
import { type opsWays, runOps, useDealsImport, useOps } from './ops.ts'

interface SentEntry {
  readonly version: number
  readonly id: string
  readonly customerId: string
  readonly work: object
}

/** @param way how the command line reaches the data */
export function useLaterPhotos(way: (typeof opsWays)[number][1]) {
  const server = useOps(way)
  const { folder, importFile } = useDealsImport(server)
  const signedIn: { ravi?: Client } = {}
  const ravi = () => signedIn.ravi!
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    signedIn.ravi = await server.signIn(RAVI.phone)
  })
  return {
    server,
    folder,
    importFile,
    ravi,
    customer: async () => (await newCustomer(server.deps.db)).id,
    /** Sends an entry of RAVI's phone. @param photoUrls the addresses of its photos by role */
    send: (entry: SentEntry, photoUrls?: object) => sendEntry(ravi(), entry, photoUrls),
    /** What `ops deals --attention` prints of one deal. */
    linesOf: (name: string) => readLines(server.env, name),
    rowsOf: (invoiceId: string) =>
      server.deps.db
        .select()
        .from(laterPhotos)
        .where(eq(laterPhotos.invoiceId, invoiceId))
        .orderBy(laterPhotos.number),
  }
}

async function sendEntry(
  client: Client,
  { version, id, customerId, work }: SentEntry,
  photoUrls?: object,
) {
  const item = {
    version,
    id,
    customer_id: customerId,
    work,
    ...(photoUrls && { photo_urls: photoUrls }),
  }
  const { body, headers } = await client.send<{ results: WorkResult[] }>('POST', '/api/work', {
    items: [item],
  })
  return { result: body.results[0], isReplayed: headers['idempotent-replayed'] === 'true' }
}

async function readLines(env: NodeJS.ProcessEnv, name: string) {
  const { printed } = await runOps('.', env, ['deals', '--attention'])
  const start = printed.findIndex((line) => line.startsWith(name))
  if (start < 0) return []
  const length = printed.slice(start + 1).findIndex((line) => !/^[ !]/.test(line))
  return printed.slice(start, start + 1 + length)
}
