import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cashDeal,
  itemsDeal,
  newDamagedFile,
  newEntry,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { cashPayments, customers, orders, settlements } from '../../../db/schema.ts'

describe.each(opsWays)('npm run ops -- deals adopt, %s', (_, kind) => {
  const server = useOps(kind)
  const { importFile, adoptFile: adopt } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  const paymentsOf = async (customerId: number) =>
    server.deps.db.select().from(cashPayments).where(eq(cashPayments.customerId, customerId))
  const ordersOf = async (customerId: number) =>
    server.deps.db.select().from(orders).where(eq(orders.customerId, customerId))

  test('asks field by field for what is damaged, and records the deal once it has the values', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const deal = await cashDeal(customer.id)
    const { hair_value: _, ...payment } = deal.entry.work.payment
    const damaged = { ...payment, hair_lines: 'damaged', cash_amount: -1 }
    const work = { ...deal.entry.work, order: null, delivered: {}, payment: damaged }
    const file = newDamagedFile(
      [deal],
      [unreadableRow(deal, { ...deal.entry, work, version: 'x' })],
    )

    expect(await importFile(file)).toMatchObject({
      code: 1,
      errors: [
        `${deal.name}: refused, the phone cannot read it: npm run ops -- deals adopt FILE --entry ${deal.name}`,
      ],
    })
    expect(await adopt(file)).toEqual({
      code: 1,
      printed: [
        `Adopted for Ravi Kumar ${RAVI.phone}: 0 added, 0 already stored, 1 with questions, 0 refused.`,
      ],
      errors: [
        `${deal.name}: not adopted, it needs:`,
        '  hair_value: not in the file. Add --set hair_value=VALUE',
        '  hair_lines: found "damaged". Add --set hair_lines=VALUE',
        '  cash_amount: found -1. Add --set cash_amount=VALUE',
      ],
    })
    expect(await paymentsOf(customer.id)).toEqual([])

    const lines = JSON.stringify([
      { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 },
    ])
    const given = ['--entry', deal.name, '--set', `hair_lines=${lines}`, '--set', 'cash_amount=350']
    expect(await adopt(file, ...given)).toEqual({
      code: 0,
      printed: [
        `${deal.name}: adopted, not read from the phone: hair_value, hair_lines, cash_amount`,
        `Adopted for Ravi Kumar ${RAVI.phone}: 1 added, 0 already stored, 0 with questions, 0 refused.`,
        'Check them: npm run ops -- deals --attention',
      ],
      errors: [],
    })
    const stored = await paymentsOf(customer.id)
    const [order] = await ordersOf(customer.id)
    expect(stored).toMatchObject([
      {
        invoiceId: deal.name,
        visitId: deal.entry.id,
        runnerId: RAVI.id,
        orderId: order?.id,
        hairValuePaise: 350_00,
        cashAmountPaise: 350_00,
        upiReference: payment.upi_reference,
        flags: expect.arrayContaining([
          { kind: 'adopted', field: 'hair_value' },
          { kind: 'adopted', field: 'hair_lines' },
          { kind: 'adopted', field: 'cash_amount' },
        ]) as unknown,
      },
    ])
    expect(order).toMatchObject({ status: 'delivered', hairPhotoUrl: deal.urls.packet })
    const isThis = eq(customers.id, customer.id)
    expect(await db.select().from(customers).where(isThis)).toMatchObject([{ status: 'delivered' }])
    const { printed } = await runOps('.', server.env, ['deals', '--attention'])
    expect(printed).toContain('! adopted by the office, not read from the phone: hair_value')

    for (const again of [await adopt(file, ...given), await importFile(file)]) {
      expect(again).toMatchObject({ code: 0, errors: [] })
      expect(again.printed[0]).toBe(`${deal.name}: already stored`)
    }
    expect(await paymentsOf(customer.id)).toEqual(stored)
    expect(await ordersOf(customer.id)).toEqual([order])
  })

  test('the deal row tells what the damaged entry does not, and the phone may send it later', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const deal = await itemsDeal(customer.id)
    const { settlement } = deal.entry.work
    const dealRow = { collection: 'deals', key: deal.entry.id, owner: RAVI.phone }
    const file = newDamagedFile(
      [deal],
      [unreadableRow(deal, null), { ...dealRow, row: { kind: 'settlement', record: settlement } }],
    )
    expect((await adopt(file)).printed[0]).toBe(`${deal.name}: adopted`)
    const read = () => db.select().from(settlements).where(eq(settlements.customerId, customer.id))
    const [adopted] = await read()
    expect(adopted).toMatchObject({
      invoiceId: deal.name,
      hairValuePaise: 350_00,
      flags: expect.arrayContaining([{ kind: 'adopted', field: 'record' }]) as unknown,
    })

    // The next release of the app can read the entry, and knows another weight.
    const ravi = await server.signIn(RAVI.phone)
    const work = { ...deal.entry.work, settlement: { ...settlement, hair_weight: 99 } }
    const send = () =>
      ravi.send<{ results: { outcome: string }[] }>('POST', '/api/work', {
        items: [{ version: 1, id: deal.entry.id, customer_id: String(customer.id), work }],
      })
    expect((await send()).body.results).toMatchObject([{ outcome: 'recorded' }])
    expect(await read()).toEqual([
      { ...adopted, flags: [...adopted!.flags!, { kind: 'sent-later', field: 'hair_weight 99' }] },
    ])
    expect((await send()).body.results).toMatchObject([{ outcome: 'recorded' }])
    expect((await read())[0]?.flags).toHaveLength(adopted!.flags!.length + 1)
  })

  test('adopts what belongs to nobody only for the runner whom the office names', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const deal = await itemsDeal(customer.id)
    const { owner: __, ...entry } = deal.entry
    const file = newDamagedFile([deal], [unreadableRow(deal, entry, null)])
    const { code, errors } = await adopt(file)
    expect(code).toBe(1)
    expect(errors).toEqual([
      `${deal.name}: refused, the phone could not tell whose it is: add --for PHONE of the runner who did it`,
    ])
    expect((await adopt(file, '--for', LAKSHMI.phone)).code).toBe(0)
    const isOf = eq(settlements.customerId, customer.id)
    expect(await db.select().from(settlements).where(isOf)).toMatchObject([
      { runnerId: LAKSHMI.id },
    ])
  })

  test('refuses a value of many levels in one sentence', async () => {
    const deep = `hair_lines=${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect(await adopt(newDamagedFile([], []), '--set', deep)).toEqual({
      code: 1,
      printed: [],
      errors: ['--set hair_lines has more than 100 levels of nested JSON.'],
    })
  })

  test('adopts a status, and asks when two rows of a deal contradict each other', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const status = newEntry(customer.id, { kind: 'customer-update', body: { status: 'hold' } })
    const broken = {
      ...status.entry,
      customerId: [],
      work: { kind: 'customer-update', body: { status: 7 } },
    }
    const deal = await itemsDeal(customer.id)
    const { settlement } = deal.entry.work
    const other = { record: { ...settlement, hair_value: 530 } }
    const file = newDamagedFile(
      [deal],
      [
        unreadableRow(status, broken),
        unreadableRow(deal, { ...deal.entry, version: 0 }),
        { ...unreadableRow(deal, other), collection: 'deals' },
      ],
    )
    expect((await adopt(file)).errors).toEqual([
      `${status.entry.id}: not adopted, it needs:`,
      '  status: found 7. Add --set status=VALUE',
      '  customer_id: found []. Add --set customer_id=VALUE',
      `${deal.name}: not adopted, it needs:`,
      '  hair_value: found 350 and 530. Add --set hair_value=VALUE',
    ])
    const given = ['--set', 'status=hold', '--set', `customer_id=${customer.id}`]
    expect((await adopt(file, ...given)).errors).toEqual([
      'Add --entry NAME: the values are for one entry.',
    ])
    expect((await adopt(file, '--entry', status.entry.id, ...given)).code).toBe(0)
    const isThis = eq(customers.id, customer.id)
    expect(await db.select().from(customers).where(isThis)).toMatchObject([{ status: 'hold' }])
    expect((await adopt(file, '--entry', status.entry.id)).printed[0]).toContain('already stored')
    expect((await adopt(file, '--entry', 'another')).errors).toEqual([
      'The file has no damaged entry another.',
    ])
    expect((await adopt(file, '--set', 'nonsense')).errors).toEqual([
      '--set needs FIELD=VALUE, such as hair_value=350.',
    ])
  })
})
