import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashDeal, newDamagedFile, unreadableRow } from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { cashPayments, orders } from '../../../db/schema.ts'

const MISSING =
  '! no deal has this order (import the file of the phone, or deals adopt --order): invoice_id'

describe.each(opsWays)('npm run ops -- deals adopt of a half-sent deal, %s', (_, kind) => {
  const server = useOps(kind)
  const { adoptFile: adopt } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  const paymentsOf = async (customerId: number) =>
    server.deps.db.select().from(cashPayments).where(eq(cashPayments.customerId, customerId))
  const ordersOf = async (customerId: number) =>
    server.deps.db.select().from(orders).where(eq(orders.customerId, customerId))

  test('ends a deal of which an older app sent only order and delivery, also to another runner', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db, { runnerId: LAKSHMI.id })
    const deal = await cashDeal(customer.id)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const order = await lakshmi.send<{ id: number }>('POST', '/api/orders', deal.entry.work.order)
    const sent = { ...deal.entry.work.delivered, runner_notes: 'As the older app wrote it' }
    await lakshmi.send('PUT', `/api/orders/${order.body.id}`, sent)
    const { printed } = await runOps('.', server.env, ['deals', '--attention'])
    expect(printed).toContain(MISSING)

    const row = { ...deal.entry, work: { ...deal.entry.work, photos: 7 } }
    const adopted = await adopt(newDamagedFile([deal], [unreadableRow(deal, row)]))
    expect(adopted).toMatchObject({ code: 0, errors: [] })
    expect(adopted.printed[0]).toContain(
      `: adopted, its order ${order.body.id} counted for Lakshmi Devi before; customer ${customer.id} is now of Lakshmi Devi, who keeps it`,
    )
    expect(await paymentsOf(customer.id)).toMatchObject([
      { runnerId: RAVI.id, orderId: order.body.id },
    ])
    expect(await ordersOf(customer.id)).toMatchObject([
      { runnerId: RAVI.id, runnerNotes: sent.runner_notes, hairPhotoUrl: deal.urls.packet },
    ])
  })

  test('ends a half-sent deal without the phone: the office gives what the order does not tell', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const { entry, name } = await cashDeal(customer.id)
    const ravi = await server.signIn(RAVI.phone)
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', {
      ...entry.work.order,
      product_id: 'hair-purchase',
      total_amount: 350,
    })
    const { id } = order.body
    await ravi.send('PUT', `/api/orders/${id}`, {
      ...entry.work.delivered,
      actual_amount: 350,
      payment_type: 'cash',
      delivery_date: '2026-11-21T04:00:00.000Z',
      hair_photo_url: '/api/images/packet.jpg',
    })
    const adoptOrder = (...words: string[]) =>
      runOps('.', server.env, ['deals', 'adopt', '--order', String(id), ...words])
    expect((await adoptOrder()).errors).toEqual([
      `${name}: not adopted, it needs:`,
      '  hair_type: not in the file. Add --set hair_type=VALUE',
      '  hair_weight: not in the file. Add --set hair_weight=VALUE',
      '  hair_lines: not in the file. Add --set hair_lines=VALUE',
    ])
    expect((await adoptOrder('--set', 'hair_lines=[]')).printed[0]).toContain(`${name}: adopted`)
    expect(await paymentsOf(customer.id)).toMatchObject([
      {
        invoiceId: name,
        orderId: id,
        hairValuePaise: 350_00,
        cashAmountPaise: 350_00,
        balancePaise: 350_00,
        payoutMethod: 'cash',
        hairPhotoUrl: '/api/images/packet.jpg',
      },
    ])
    const { printed } = await runOps('.', server.env, ['deals', '--attention'])
    expect(printed).not.toContain(MISSING)
    expect(await adoptOrder()).toMatchObject({ code: 0, errors: [] })
    expect((await runOps('.', server.env, ['deals', 'adopt', '--order', '0'])).errors).toEqual([
      '--order must be the number of an order, such as 35.',
    ])
    expect((await runOps('.', server.env, ['deals', 'adopt'])).errors).toEqual([
      'Name a file, or an order with --order ID.',
    ])
    expect((await runOps('.', server.env, ['deals', 'adopt', '--order', '999999'])).errors).toEqual(
      ['There is no order 999999 of a deal.'],
    )
  })
})
