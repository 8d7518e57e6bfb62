import type { CustomerRecord } from '@veni/domain/api/customers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { Db } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { customers } from '../../src/db/schema.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'
import { useProcesses } from '../setup/process-data.ts'

const SERVERS = 3
const SESSIONS = 6
const WRITES = 60
const OWN_CUSTOMERS = 3
const OPEN_CUSTOMERS = 10

/** What was acknowledged: the newest comment of each customer, and who has those that had no runner. */
interface Acknowledged {
  readonly comments: Map<number, number>
  readonly claims: Map<number, number>
  /** Customers without a runner whom nobody has claimed yet. */
  readonly open: number[]
}

interface Phone {
  readonly runnerId: number
  readonly cookie: string
  readonly customerIds: readonly number[]
  /** How many answers had not changed, for each of those who read its list. */
  readonly unchanged: number[]
}

/** Asks the servers in turn. */
function askInTurn(addresses: readonly string[], { cookie }: Pick<Phone, 'cookie'>) {
  let calls = 0
  return (path: string, init: RequestInit = {}) => {
    calls += 1
    const address = addresses[calls % addresses.length] ?? ''
    return fetch(`${address}${path}`, {
      ...init,
      headers: { ...FROM_OUR_PAGE, cookie, ...(init.headers as Record<string, string>) },
    })
  }
}

/** Reads the list again and again, as a phone that has the last answer. @returns what was older than a write */
async function readUntil(
  isOver: () => boolean,
  addresses: readonly string[],
  phone: Phone,
  acknowledged: Acknowledged,
): Promise<{ old: string[]; reads: number }> {
  const ask = askInTurn(addresses, phone)
  const result = { old: [] as string[], reads: 0 }
  const reader = phone.unchanged.push(0) - 1
  let last: { tag: string; listed: CustomerRecord[] } = { tag: '', listed: [] }
  while (!isOver()) {
    const comments = new Map(acknowledged.comments)
    const claims = new Map(acknowledged.claims)
    const answer = await ask('/api/customers', { headers: { 'if-none-match': last.tag } })
    result.reads += 1
    if (answer.status === 304) phone.unchanged[reader]! += 1
    else {
      if (answer.status !== 200) throw new Error(await answer.text())
      const listed = (await answer.json()) as CustomerRecord[]
      last = { tag: answer.headers.get('etag') ?? '', listed }
    }
    for (const id of phone.customerIds) {
      const shown = Number(last.listed.find((one) => one.id === id)?.comments)
      const newest = comments.get(id) ?? 0
      if (!(shown >= newest)) result.old.push(`customer ${id}: ${shown} after ${newest}`)
    }
    for (const [id, runnerId] of claims)
      if (runnerId !== phone.runnerId && last.listed.some((one) => one.id === id))
        result.old.push(`customer ${id} of another runner`)
  }
  return result
}

/** Changes the comments of the phone's customers, as the runner and as the office, and claims customers without a runner. */
async function write(
  db: Db,
  addresses: readonly string[],
  phone: Phone,
  { comments, claims, open }: Acknowledged,
): Promise<void> {
  const ask = askInTurn(addresses, phone)
  const put = async (id: number, comment: number) => {
    const body = JSON.stringify({ status: 'hold', comments: String(comment) })
    const headers = { 'content-type': 'application/json' }
    const { status } = await ask(`/api/customers/${id}`, { method: 'PUT', headers, body })
    return status
  }
  const requirePut = async (id: number, comment: number) => {
    expect(await put(id, comment)).toBe(200)
  }
  for (let comment = 1; comment <= WRITES; comment += 1) {
    // So that the answers that are stored take part.
    if (comment === WRITES / 2)
      await vi.waitUntil(() => !phone.unchanged.includes(0), { timeout: 60_000 })
    const id = phone.customerIds[comment % OWN_CUSTOMERS] ?? 0
    if (comment % 4 === 0)
      await db
        .update(customers)
        .set({ comments: String(comment) })
        .where(eq(customers.id, id))
    else await requirePut(id, comment)
    comments.set(id, comment)
    const wanted = comment % 6 === 0 ? open.pop() : undefined
    if (wanted !== undefined && (await put(wanted, 0)) === 200) claims.set(wanted, phone.runnerId)
  }
}

async function storeData(db: Db) {
  await storeRunners(db)
  const make = (fields: Partial<typeof customers.$inferInsert>, count: number) =>
    Promise.all(Array.from({ length: count }, () => newCustomer(db, fields)))
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
  const own = { status: 'hold', comments: '0' }
  return {
    ravis: idsOf(await make({ ...own, runnerId: RAVI.id }, OWN_CUSTOMERS)),
    lakshmis: idsOf(await make({ ...own, runnerId: LAKSHMI.id }, OWN_CUSTOMERS)),
    open: idsOf(await make({ status: 'interested', runnerId: null }, OPEN_CUSTOMERS)),
  }
}

describe(`${SERVERS} server processes behind a pooler in transaction mode`, () => {
  const processes = useProcesses()

  it('never answer with a list that is older than a write which one of them acknowledged', async () => {
    const data = await processes.newPooledData(SESSIONS)
    const database = await openDatabase(data)
    processes.cleanUp.push(() => database.close())
    const { ravis, lakshmis, open } = await storeData(database.db)
    const env = { DATABASE_POOLER_URL: data.poolerUrl, RUNNER_CALLS_PER_MINUTE: '0' }
    const start = () => processes.start(data, env).address()
    const addresses = [await start(), await start(), await start()]
    const signIn = async (runner: typeof RAVI, customerIds: readonly number[]): Promise<Phone> => ({
      runnerId: runner.id,
      cookie: await signInAt(addresses[0] ?? '', runner.phone),
      customerIds,
      unchanged: [],
    })
    const phones = [await signIn(RAVI, ravis), await signIn(LAKSHMI, lakshmis)]

    const acknowledged: Acknowledged = { comments: new Map(), claims: new Map(), open }
    let writing = phones.length
    const isOver = () => writing === 0
    const writes = phones.map((phone) =>
      write(database.db, addresses, phone, acknowledged).finally(() => (writing -= 1)),
    )
    const reads = phones
      .flatMap((phone) => [phone, phone])
      .map((phone) => readUntil(isOver, addresses, phone, acknowledged))
    await Promise.all(writes)
    const results = await Promise.all(reads)

    expect(results.flatMap(({ old }) => old)).toEqual([])
    expect(acknowledged.claims.size).toBe(OPEN_CUSTOMERS)
    const sum = results.reduce((all, { reads: some }) => all + some, 0)
    process.stdout.write(`${sum} lists beside ${phones.length * WRITES} writes; 0 older\n`)
  })
})
