/** The delivery of a settlement that the phone cannot read. */
import type { Work } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  itemsDeal,
  newDamagedFile,
  newEntry,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import {
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../../../test/fixtures/records.ts'
import { opsWays, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { customers, settlements } from '../../../db/schema.ts'

describe.each(opsWays)('a damaged delivery in a file, %s', (_, kind) => {
  const server = useOps(kind)
  const { importFile, adoptFile } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  async function newDelivery() {
    const { id } = await newCustomer(server.deps.db)
    const body = settlementBody(id)
    const ravi = await server.signIn(RAVI.phone)
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    const work = { kind: 'settlement-delivered' as const, invoiceId: body.invoice_id }
    const made = newEntry<Work>(id, work)
    return { id, made, name: body.invoice_id }
  }
  const statesOf = async (customerId: number) => {
    const { db } = server.deps
    const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
    const isOf = eq(settlements.customerId, customerId)
    const [settlement] = await db.select().from(settlements).where(isOf)
    return [customer?.status, settlement?.status]
  }

  test('is not stored with its settlement: the office adopts it', async () => {
    const { id, made } = await newDelivery()
    const name = made.entry.id
    const file = newDamagedFile([made], [unreadableRow(made, { ...made.entry, attempts: 'many' })])
    expect((await importFile(file)).errors).toEqual([
      `${name}: refused, the phone cannot read it: npm run ops -- deals adopt FILE --entry ${name}`,
    ])
    expect(await statesOf(id)).toEqual(['assigned', 'confirmed'])
    expect((await adoptFile(file)).printed[0]).toBe(`${name}: adopted`)
    expect(await statesOf(id)).toEqual(['delivered', 'delivered'])
    expect((await importFile(file)).printed[0]).toBe(`${name}: already stored`)
  })

  test('is selected by its key, and its damaged settlement by the invoice id', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deal = await itemsDeal(id)
    const delivery = newEntry<Work>(id, { kind: 'settlement-delivered', invoiceId: deal.name })
    const settlement = { ...deal.entry.work.settlement, hair_value: 'x', hair_lines: [] }
    const row = { ...deal.entry, work: { ...deal.entry.work, settlement } }
    const rows = [
      unreadableRow(delivery, { ...delivery.entry, attempts: 'many' }),
      unreadableRow(deal, row),
    ]
    const file = newDamagedFile([deal, delivery], rows)
    const given = ['--set', `hair_value=${deal.entry.work.settlement.hair_value}`]
    expect((await adoptFile(file, ...given)).errors).toEqual([
      'Add --entry NAME: the values are for one entry.',
    ])
    const asked = (await importFile(file)).errors.map((line) => line.split(': refused')[0])
    expect(asked).toEqual([deal.name, delivery.entry.id])
    const other = await adoptFile(file, '--entry', deal.name, ...given)
    expect([other.errors, other.printed[0]]).toEqual([
      [],
      expect.stringContaining(`${deal.name}: adopted`),
    ])
    expect(await statesOf(id)).toEqual(['assigned', 'confirmed'])
    const delivered = await adoptFile(file, '--entry', delivery.entry.id)
    expect(delivered.printed[0]).toBe(`${delivery.entry.id}: adopted`)
    expect(await statesOf(id)).toEqual(['delivered', 'delivered'])
  })

  test('is adopted after its settlement, which stands after it in the file', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deal = await itemsDeal(id)
    const delivery = newEntry<Work>(id, { kind: 'settlement-delivered', invoiceId: deal.name })
    const rows = [delivery, deal].map((made) =>
      unreadableRow(made, { ...made.entry, attempts: 'many' }),
    )
    const { code, errors, printed } = await adoptFile(newDamagedFile([deal, delivery], rows))
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    expect(printed[1]).toBe(`${delivery.entry.id}: adopted`)
    expect(await statesOf(id)).toEqual(['delivered', 'delivered'])
  })

  test('is adopted with the invoice id that the office gives', async () => {
    const { id, made, name } = await newDelivery()
    const row = { ...made.entry, work: { kind: 'settlement-delivered', invoiceId: 7 } }
    const file = newDamagedFile([made], [unreadableRow(made, row)])
    expect((await adoptFile(file)).errors.at(-1)).toBe(
      '  invoice_id: found 7. Add --set invoice_id=VALUE',
    )
    const { printed } = await adoptFile(file, '--set', `invoice_id=${name}`)
    expect(printed[0]).toBe(`${made.entry.id}: adopted, not read from the phone: invoice_id`)
    expect(await statesOf(id)).toEqual(['delivered', 'delivered'])
  })
})
