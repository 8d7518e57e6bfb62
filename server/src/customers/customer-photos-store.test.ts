import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Db, selectRows, type Tx } from '../db/client.ts'
import {
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { photoUrl, storePhoto } from '../photos/service.ts'
import { listDealsOfPhoto } from '../photos/store.ts'
import { selectPhotos } from './customer-photos-store.ts'
import { eraseCustomer } from './personal-data.ts'

const LARGE = ['settlements', 'cash_payments', 'orders', 'later_photos', 'recorded_work', 'images']

describe.each(databaseKinds)('the photos of one customer on %s', (kind) => {
  const server = useServer(kind)
  let id: number
  let hash: string
  let invoiceId: string

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    const ravi = await server.signIn(RAVI.phone)
    id = (await newCustomer(server.deps.db)).id
    const key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    const deal = settlementBody(id, { hair_photo_url: photoUrl(key) })
    await ravi.send('POST', '/api/settlements', deal)
    hash = key.hash
    invoiceId = deal.invoice_id
  })

  /** Lists the tables that `work` reads as a whole, although it could use an index. Rolls back what it writes. */
  async function listScanned(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
    const over = new Error('over')
    let scanned: string[] = []
    const running = server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const countScans = () =>
        selectRows<{ name: string; scans: number }>(
          tx,
          sql`select relname as name, seq_scan::integer as scans from pg_stat_xact_user_tables`,
        )
      const before = new Map((await countScans()).map(({ name, scans }) => [name, scans]))
      await work(tx)
      scanned = (await countScans())
        .filter(({ name, scans }) => scans > (before.get(name) ?? 0) && LARGE.includes(name))
        .map(({ name }) => name)
      throw over
    })
    await expect(running).rejects.toThrow(over.message)
    return scanned
  }

  it('are found without reading those of all customers', async () => {
    let hashes: string[] = []
    const read = async (tx: Tx) => {
      hashes = (await selectPhotos(tx, id)).map((photo) => photo.hash)
    }
    expect(await listScanned(read)).toEqual([])
    expect(hashes).toEqual([hash])
  })

  it('are erased without reading those of all customers', async () => {
    let deleted = 0
    const erase = async (tx: Tx) => {
      // The transaction of the erase is a part of this one.
      deleted = (await eraseCustomer({ ...server.deps, db: tx as unknown as Db }, id)).deleted
    }
    expect(await listScanned(erase)).toEqual([])
    expect(deleted).toBe(1)
  })

  it('name their deals without reading all deals, when they are lost', async () => {
    let deals: string[] = []
    const read = async (tx: Tx) => (deals = await listDealsOfPhoto(tx, hash))
    expect(await listScanned(read)).toEqual([])
    expect(deals).toEqual([invoiceId])
  })
})
