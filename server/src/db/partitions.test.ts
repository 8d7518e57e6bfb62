/** The office partitions the deals by month while servers work, as docs/operations.md says. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import type { CashPayment, Settlement } from '@veni/domain/deal/record'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dumpRows } from '../../test/fixtures/dump-rows.ts'
import { cashDeal } from '../../test/fixtures/phone-file.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { type Client, signIn } from '../../test/setup/client.ts'
import { createEmptyPostgres } from '../../test/setup/databases.ts'
import { runOps } from '../../test/setup/ops.ts'
import {
  findPartitions,
  monthAhead,
  receiveDealsAt,
  runBlock,
} from '../../test/setup/partitions.ts'
import { useServer } from '../../test/setup/server.ts'
import { buildApp } from '../app.ts'
import { listBackupTables } from '../backup/tables-store.ts'
import { readConfig } from '../config/config.ts'
import { createDeps } from '../deps.ts'
import { silentLog } from '../log.ts'
import { openDatabase } from './open-database.ts'

type Deal = Settlement | CashPayment

const pathOf = (deal: Deal) => ('payment_date' in deal ? '/api/cash-payments' : '/api/settlements')

async function record<TDeal extends Deal>(runner: Client, deal: TDeal): Promise<TDeal> {
  const answer = await runner.send('POST', pathOf(deal), deal)
  expect(answer).toMatchObject({ status: 201, body: { invoice_id: deal.invoice_id } })
  return deal
}

const recordBoth = async (
  runner: Client,
  customerId: number,
): Promise<[Settlement, CashPayment]> => [
  await record(runner, settlementBody(customerId)),
  await record(runner, cashPaymentBody(customerId)),
]

const idsOf = (deals: readonly Deal[]) => deals.map((deal) => deal.invoice_id)

/** So many that each connection has prepared the statements of a deal. */
const MORE_DEALS = 20

describe('deals in partitions by month', () => {
  const server = useServer('postgres', { RUNNER_CALLS_PER_MINUTE: '0' })
  /** Block 3 of the recipe adds it. */
  const month = monthAhead(3)
  let folder = ''
  let url = ''
  let ravi: Client
  let customerId = 0
  /** A whole cash payment, as a phone sends it. */
  let work: { items: unknown[] }
  let answer: unknown
  let before: Deal[]
  let duringPartition: Deal[]
  let withoutPartition: Deal[]
  let partsWithoutPartition: string[]
  let duringMonths: Deal[]
  let after: Deal[]

  const sendWork = async () => (await ravi.send('POST', '/api/work', work)).body
  const listed = async (runner = ravi) => {
    const { body } = await runner.get<RunnerRecord>('/api/runners/me')
    return idsOf([...body.settlements, ...body.cash_payments]).toSorted()
  }
  const all = () => idsOf([...before, ...withoutPartition, ...after]).toSorted()
  /** @returns the deals of another runner, who works before, while and after the office does */
  const during = async (office: () => Promise<void>) => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const { id } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const deals: Deal[] = []
    let isOver = false
    const phone = async () => {
      while (!isOver) deals.push(...(await recordBoth(lakshmi, id)))
    }
    const more = async () => {
      const goal = deals.length + MORE_DEALS
      await vi.waitUntil(() => deals.length >= goal, { timeout: 60_000, interval: 5 })
    }
    const work = async () => {
      await more()
      await office()
      await more()
    }
    await Promise.all([phone(), phone(), work().finally(() => (isOver = true))])
    return deals
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-partitions-'))
    url = server.env['DATABASE_URL'] ?? ''
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    customerId = (await newCustomer(server.deps.db)).id
    const { entry } = await cashDeal(customerId)
    work = { items: [{ ...entry, customer_id: entry.customerId }] }
    answer = await sendWork()
    before = [entry.work.payment, ...(await recordBoth(ravi, customerId))]
    duringPartition = await during(async () => {
      await runBlock(url, 'prepare')
      await runBlock(url, 'partition')
    })
    await receiveDealsAt(url, month.middle)
    withoutPartition = await recordBoth(ravi, customerId)
    partsWithoutPartition = await findPartitions(url, idsOf(withoutPartition))
    duringMonths = await during(() => runBlock(url, 'addMonths'))
    after = await recordBoth(ravi, customerId)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are recorded while the office makes the partitions, each once', async () => {
    for (const deals of [duringPartition, duringMonths]) {
      expect(deals.length).toBeGreaterThan(2 * MORE_DEALS)
      expect(await findPartitions(url, idsOf(deals))).toHaveLength(deals.length)
    }
  })

  test('lie in the partition of their month, or in the one for all others until it is added', async () => {
    const first = ['cash_payments_first', 'cash_payments_first', 'settlements_first']
    expect(await findPartitions(url, idsOf(before))).toEqual(first)
    expect(partsWithoutPartition).toEqual(['cash_payments_other', 'settlements_other'])
    const own = [`cash_payments_${month.name}`, `settlements_${month.name}`]
    for (const deals of [withoutPartition, after])
      expect(await findPartitions(url, idsOf(deals))).toEqual(own)
  })

  test('are listed for the runner and for the office, those from before and those from after', async () => {
    expect(await listed()).toEqual(all())
    const { code, printed, errors } = await runOps(folder, server.env, [
      'deals',
      '--runner',
      RAVI.phone,
    ])
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    const ids = printed.flatMap((line) => /^.?.?((?:INV|CASH)-\S+)/u.exec(line)?.[1] ?? [])
    expect(ids.toSorted()).toEqual(all())
  })

  test('are recorded once when a phone sends them again after the month has ended', async () => {
    expect(await sendWork()).toEqual(answer)
    for (const deal of [...before.slice(1), ...withoutPartition]) await record(ravi, deal)
    expect(await listed()).toEqual(all())
  })

  test('are refused in a later month with the invoice id or the visit of an earlier one', async () => {
    const [, settlement, payment] = before
    for (const deal of [settlement, payment] as const) {
      const same = { invoice_id: deal!.invoice_id }
      for (const other of [settlementBody(customerId, same), cashPaymentBody(customerId, same)])
        expect(await ravi.send('POST', pathOf(other), other)).toMatchObject({ status: 409 })
      const visit = { visit_id: deal!.visit_id }
      for (const other of [settlementBody(customerId, visit), cashPaymentBody(customerId, visit)])
        expect(await ravi.send('POST', pathOf(other), other)).toMatchObject({ status: 409 })
    }
    expect(await listed()).toEqual(all())
  })

  test('are listed by a server that starts later', async () => {
    const config = readConfig(server.env)
    const { db, close } = await openDatabase(config)
    const deps = createDeps(config, db, silentLog)
    const app = await buildApp(deps)
    expect(await listed(await signIn(app, RAVI.phone))).toEqual(all())
    await app.close()
    deps.photoDecoder.close()
    await close()
  })

  test('come back from a backup into tables without partitions', async () => {
    const backup = join(folder, 'backup')
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: await createEmptyPostgres() }
    const done = { code: 0, errors: [] }
    expect(await runOps(folder, server.env, ['backup', backup])).toMatchObject(done)
    expect(await runOps(folder, env, ['restore', backup])).toMatchObject(done)
    const { db, close } = await openDatabase({
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL,
    })
    const tables = listBackupTables()
    const restored = await dumpRows(db, tables)
    await close()
    expect(restored).toEqual(await dumpRows(server.deps.db, tables))
    expect(restored['settlements']?.length).toBeGreaterThan(10)
  })

  test('leave the lists with a month that the office takes out, and come back with it', async () => {
    await runBlock(url, 'takeOut', month)
    expect(await listed()).toEqual(idsOf(before).toSorted())
    // Its ids stay reserved.
    const [settlement] = after
    const again = settlementBody(customerId, { invoice_id: settlement!.invoice_id })
    expect(await ravi.send('POST', '/api/settlements', again)).toMatchObject({ status: 409 })
    await runBlock(url, 'bringBack', month)
    expect(await listed()).toEqual(all())
  })
})
