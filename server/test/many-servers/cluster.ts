import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { type Db, selectRows } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { newCustomer, storePrices, storeRunners } from '../fixtures/records.ts'
import { type ObjectServer, startObjectServer } from '../setup/object-server.ts'
import type { useProcesses } from '../setup/process-data.ts'
import { startProxy } from '../setup/proxy.ts'
import type { ServerProcess } from '../setup/server-process.ts'
import { ProxiedPhone } from './proxied-phone.ts'

const noLimits = {
  RUNNER_CALLS_PER_MINUTE: '0',
  ADDRESS_CALLS_PER_MINUTE: '0',
  RECORD_MB_PER_DAY: '0',
  PHOTOS_PER_DAY: '0',
  PHOTO_MB_PER_DAY: '0',
}

interface ClusterOptions {
  readonly databaseUrl: string
  readonly poolerUrl: string
  readonly servers: number
  readonly phones: number
}

interface Replacement {
  readonly signal?: NodeJS.Signals
  /** Of the other release. */
  readonly program?: string
}

export interface Cluster {
  readonly phones: readonly ProxiedPhone[]
  /** Ends a server, by default with SIGKILL, and starts another one at its port, by default of the same release. */
  replace(server: number, how?: Replacement): Promise<void>
  /** Starts a server to which the proxy sends nothing. @param program of its release */
  startBeside(program: string): Promise<void>
  /** Deals and parts of photos that were acknowledged. */
  countWrites(): number
  /** What no phone may get. */
  wrongAnswers(): string[]
  /** Compares the rows and the bucket with what the phones have sent. */
  expectEachOnce(db: Db): Promise<{ deals: number; photos: number; repeats: number }>
}

/** Starts servers behind a proxy, a bucket, and phones with a customer each. Everything ends after the test. */
export async function startCluster(
  { cleanUp, start }: ReturnType<typeof useProcesses>,
  { databaseUrl, poolerUrl, ...counts }: ClusterOptions,
): Promise<Cluster> {
  const bucket = await startObjectServer()
  cleanUp.push(() => bucket.close())
  const ports = await Promise.all(Array.from({ length: counts.servers }, freePort))
  const proxy = await startProxy(ports)
  cleanUp.push(() => proxy.stop())
  const customers = await storeCustomers(databaseUrl, counts.phones)

  /** Each server has a folder of its own: what another one needs may not be there. */
  const startOne = async (port: number, program?: string): Promise<ServerProcess> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'veni-server-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
    const address = { PORT: String(port), HOST: '127.0.0.1', DATABASE_POOLER_URL: poolerUrl }
    const env = { ...noLimits, ...bucket.env, ...address }
    const server = start({ dataDir, databaseUrl }, env, [], program)
    await server.address()
    return server
  }
  const servers = await Promise.all(ports.map((port) => startOne(port)))
  const phones = customers.map((id) => new ProxiedPhone(proxy.url, id))
  return {
    phones,
    replace: async (at, { signal = 'SIGKILL', program } = {}) => {
      await servers[at]?.kill(signal)
      servers[at] = await startOne(ports[at] ?? 0, program)
    },
    startBeside: async (program) => void (await startOne(0, program)),
    countWrites: () => phones.reduce((sum, { writes }) => sum + writes, 0),
    wrongAnswers: () => phones.flatMap(({ wrong }) => wrong),
    expectEachOnce: (db) => expectEachOnce(db, bucket, phones),
  }
}

async function storeCustomers(databaseUrl: string, count: number): Promise<number[]> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl })
  await storeRunners(db)
  await storePrices(db)
  const customers = await Promise.all(Array.from({ length: count }, () => newCustomer(db)))
  await close()
  return customers.map(({ id }) => id)
}

async function expectEachOnce(
  db: Db,
  { objects }: Pick<ObjectServer, 'objects'>,
  phones: readonly ProxiedPhone[],
) {
  const deals = new Map(phones.flatMap((phone) => [...phone.deals]))
  const stored = await selectRows<{ invoice: string; text: string }>(
    db,
    sql`select invoice_id as invoice, upi_reference as text from cash_payments`,
  )
  const storedTexts = new Map(stored.map(({ invoice, text }) => [invoice, text]))
  const others = stored.filter(({ invoice, text }) => deals.get(invoice) !== text)
  const lost = [...deals].filter(([invoice, text]) => storedTexts.get(invoice) !== text)
  expect({ others, lost }).toEqual({ others: [], lost: [] })
  expect(stored).toHaveLength(deals.size)
  const [orders] = await selectRows<{ count: number; invoices: number }>(
    db,
    sql`select count(*)::integer as count, count(distinct invoice_id)::integer as invoices from orders`,
  )
  expect(orders).toEqual({ count: deals.size, invoices: deals.size })
  const photos = new Map(phones.flatMap((phone) => [...phone.photos]))
  for (const [hash, photo] of photos) expect(objects.get(`photos/${hash}.jpg`)).toEqual(photo)
  const names = [...objects.keys()].filter((name) => name.startsWith('photos/'))
  expect(names).toHaveLength(photos.size)
  const [photoRows] = await selectRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from images`,
  )
  expect(photoRows).toEqual({ count: photos.size })
  const repeats = phones.reduce((sum, phone) => sum + phone.repeats, 0)
  return { deals: deals.size, photos: photos.size, repeats }
}
