import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { cashPaymentSchema, settlementSchema } from '@veni/domain/deal/record'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import { changeCustomer } from '../customers/store.ts'
import { toCashPaymentColumns, toSettlementColumns } from '../deals/deal-record.ts'
import { insertCashPayment, insertSettlement } from '../deals/store.ts'
import { changeOrder, insertOrder } from '../orders/store.ts'
import type { Database } from './client.ts'
import { cashPayments, customers, orders, settlements } from './schema.ts'

/** A phone may send it so; the database has it in small letters. */
const visitId = () => randomUUID().toUpperCase()

describe.each(databaseKinds)('the row that a store returns is the stored one (%s)', (kind) => {
  let database: Database
  let customerId: number
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
    await storeRunners(database.db)
    customerId = (await newCustomer(database.db)).id
  })
  afterAll(() => database.close())

  const addOrder = () =>
    database.db.transaction(async (tx) => {
      const order = await insertOrder(tx, {
        runnerId: RAVI.id,
        customerId,
        status: 'created',
        productId: 'cookingset',
        productName: 'Cooking Set',
        productPricePaise: 29_44,
        quantity: 2,
        paymentMethod: 'upi',
        paymentType: undefined,
        deliveryAddress: 'Kothapalli',
        customerNotes: '',
        runnerNotes: '',
        items: [],
        visitId: visitId(),
        flags: [{ kind: 'unknown-product', field: 'product_id' }],
      })
      return order!
    })
  const readOrder = (id: number) => database.db.select().from(orders).where(eq(orders.id, id))

  test('when it adds an order', async () => {
    const added = await addOrder()
    expect(await readOrder(added.id)).toEqual([added])
  })

  test('when it changes an order', async () => {
    const added = await addOrder()
    const change = {
      status: 'delivered',
      runnerNotes: 'at the gate',
      deliveryDate: undefined,
      visitId: visitId(),
      deliveredAt: new Date('2026-11-21T04:00:00.123Z'),
      flags: [],
    }
    const changed = await database.db.transaction((tx) => changeOrder(tx, added, change))
    expect(await readOrder(added.id)).toEqual([changed])
    expect(changed).toMatchObject({ status: 'delivered', runnerNotes: 'at the gate' })
  })

  const owner = () => ({ runnerId: RAVI.id, customerId })

  test('when it adds a settlement', async () => {
    const body = v.parse(settlementSchema, settlementBody(customerId, { visit_id: visitId() }))
    const values = { ...owner(), ...toSettlementColumns(body), flags: [], differences: [] }
    const added = await database.db.transaction((tx) => insertSettlement(tx, values))
    const isIt = eq(settlements.invoiceId, body.invoice_id)
    expect(await database.db.select().from(settlements).where(isIt)).toEqual([added])
  })

  test('when it adds a cash payment', async () => {
    const body = v.parse(cashPaymentSchema, cashPaymentBody(customerId, { visit_id: visitId() }))
    const values = { ...owner(), ...toCashPaymentColumns(body), orderId: (await addOrder()).id }
    const added = await database.db.transaction((tx) => insertCashPayment(tx, values))
    const isIt = eq(cashPayments.invoiceId, body.invoice_id)
    expect(await database.db.select().from(cashPayments).where(isIt)).toEqual([added])
  })

  test('when it changes a customer, also twice in a transaction', async () => {
    const { id } = await newCustomer(database.db, { officeChangedAt: new Date(0), comments: 'Old' })
    const by = { at: new Date('2026-11-21T04:00:00.123Z'), by: RAVI.id }
    const change = {
      status: 'hold',
      notes: 'Busy',
      comments: undefined,
      nextFollowup: '2026-12-01',
    }
    const read = () => database.db.select().from(customers).where(eq(customers.id, id))
    const last = await database.db.transaction(async (tx) => {
      await changeCustomer(tx, id, change, by)
      return changeCustomer(tx, id, { status: 'delivered', deliveredAt: new Date(0) }, by)
    })
    expect(await read()).toEqual([last])
    expect(last).toMatchObject({ notes: 'Busy', comments: 'Old', officeChangedAt: null })
  })
})
