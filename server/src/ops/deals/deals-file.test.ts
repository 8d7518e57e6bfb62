import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localTime } from '../describe.ts'
import { createDealsFile } from './deals-file.ts'
import type { SingleOrderOverview } from '../../orders/order-overview.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'

describe.each(opsWays)('npm run ops -- deals --csv FILE, %s', (_, kind) => {
  const server = useOps(kind)
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-deals-csv-'))
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const deals = (...words: string[]) => runOps(folder, server.env, ['deals', ...words])
  const read = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(folder, name)), { bom: true, columns: true })

  test('writes each deal and single order as a row, and no cell is a formula', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(server.deps.db, { memberName: 'లక్ష్మి, "Anu"' })
    const name = ' =HYPERLINK("http://x.example","లక్ష్మి")\u001B[2J\nINV-FORGED'
    const settlement = settlementBody(id, { customer_name: name })
    const payment = cashPaymentBody(id, { customer_name: '-1+1', items_total: 0 })
    for (const [path, body] of [
      ['/api/settlements', settlement],
      ['/api/cash-payments', payment],
      ['/api/orders', orderBody(id, { total_amount: 0 })],
    ] as const)
      expect((await ravi.send('POST', path, body)).status).toBe(201)

    const { printed, code } = await deals('--csv', 'deals.csv')
    expect([code, printed.at(-1)]).toEqual([0, `Written to ${join(folder, 'deals.csv')}.`])
    const rows = read('deals.csv')
    expect(new Set(rows.map((row) => row['kind']))).toEqual(
      new Set(['cash-payment', 'settlement', 'single-order']),
    )
    expect(rows).toHaveLength(3)
    expect(rows.find((row) => row['id'] === settlement.invoice_id)).toMatchObject({
      runner: 'Ravi Kumar',
      runner_phone: RAVI.phone,
      received: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      time: localTime(settlement.settlement_date),
      customer_id: String(id),
      customer_name: '\'=HYPERLINK("http://x.example","లక్ష్మి")\uFFFD[2J\uFFFDINV-FORGED',
      hair_value: String(settlement.hair_value),
      balance_amount: String(settlement.balance_amount),
      to_check: expect.stringContaining('packet photo: '),
    })
    expect(rows.find((row) => row['id'] === payment.invoice_id)).toMatchObject({
      customer_name: "'-1+1",
      items_total: '0',
    })
    expect(rows.find((row) => row['kind'] === 'single-order')).toMatchObject({
      customer_name: 'లక్ష్మి, "Anu"',
      // The total is 0, and nobody has said what was paid.
      items_total: '0',
      balance_amount: '',
    })
    expect(statSync(join(folder, 'deals.csv')).mode & 0o077).toBe(0)
  })

  test('writes only what is to be checked with --attention', async () => {
    await deals('--csv', 'odd.csv', '--attention')
    const odd = read('odd.csv')
    expect(odd.length).toBeGreaterThan(0)
    expect(odd.filter((row) => row['to_check'] === '')).toEqual([])
  })

  test('changes no file that exists already, and deletes its own file when the list fails', async () => {
    const before = readFileSync(join(folder, 'deals.csv'))
    expect(await deals('--csv', 'deals.csv')).toMatchObject({
      code: 1,
      errors: [`Cannot write ${join(folder, 'deals.csv')}: it exists already.`],
    })
    expect(readFileSync(join(folder, 'deals.csv'))).toEqual(before)
    const wrong = {
      ...server.env,
      DATA_DIR: join(folder, 'none'),
      DATABASE_URL: 'postgres://x/y z',
    }
    const failed = await runOps(folder, wrong, ['deals', '--csv', 'failed.csv'])
    expect(failed.code).toBe(1)
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  })
})

describe('the file has its name only when it is complete', () => {
  const newFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'veni-partial-csv-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return { folder, file: join(folder, 'deals.csv') }
  }
  const partial = expect.stringMatching(/^deals\.csv\..*\.partial$/)
  const order: SingleOrderOverview = {
    kind: 'single-order',
    order_id: 1,
    status: 'delivered',
    at: '2026-11-21T04:00:00.000Z',
    runner: { name: 'Ravi', phone: null },
    customer_id: 7,
    customer_name: 'Anu',
    product_id: 'torch',
    product_name: 'Torch',
    quantity: 1,
    total_amount: null,
    actual_amount: null,
    hair_weight: null,
    cash_amount: null,
    flags: [],
    is_checked: true,
  }

  test('also after a command that was killed', () => {
    const { folder, file } = newFile()
    // As the process that is killed leaves it.
    createDealsFile(file)
    expect(readdirSync(folder)).toEqual([partial])
    createDealsFile(file).close()
    expect(readdirSync(folder)).toEqual(['deals.csv', partial])
  })

  test('also when two commands write it at once: the second one is refused', () => {
    const { folder, file } = newFile()
    const first = createDealsFile(file)
    first.add(order)
    const second = createDealsFile(file)
    first.close()
    expect(readFileSync(file, 'utf8')).toContain('order 1')
    expect(() => second.close()).toThrow(`Cannot write ${file}: it exists already.`)
    second.discard()
    expect(readFileSync(file, 'utf8')).toContain('order 1')
    expect(readdirSync(folder)).toEqual(['deals.csv'])
  })

  test('and replaces no file that came in the meantime', () => {
    const { folder, file } = newFile()
    const made = createDealsFile(file)
    writeFileSync(file, 'of somebody else')
    expect(() => made.close()).toThrow(`Cannot write ${file}: it exists already.`)
    made.discard()
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
    expect(readdirSync(folder)).toEqual(['deals.csv'])
  })
})
