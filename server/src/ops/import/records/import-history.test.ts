import { asc } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { LAKSHMI, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { useServer } from '../../../../test/setup/server.ts'
import { customerChanges, priceChanges } from '../../../db/schema.ts'
import type { ImportKindName } from '../csv/import-kinds.ts'
import { importRecords } from './import-records.ts'

describe.each(databaseKinds)('the history of imported records (%s)', (kind) => {
  const server = useServer(kind)
  beforeAll(() => storeRunners(server.deps.db))

  const importRows = async (kindName: ImportKindName, ...rows: string[]) => {
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(rows.join('\n')))
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    expect(await importRecords(server.deps.db, kindName, bytes(), options)).toMatchObject({
      bad: 0,
    })
  }

  test('has each runner and status of a customer, as changed by the office', async () => {
    const header = 'id,member_name,status,runner_id'
    await importRows('customers', header, '7,Anjali,interested,', '8,Padma,assigned,1')
    await importRows('customers', header, '7,Anjali,interested,', '8,Padma Devi,assigned,1')
    await importRows('customers', header, '7,Anjali,assigned,1', '8,Padma Devi,assigned,2')
    const rows = await server.deps.db
      .select()
      .from(customerChanges)
      .orderBy(asc(customerChanges.id))
    const shown = (id: number) =>
      rows
        .filter(({ customerId }) => customerId === id)
        .map(({ runnerId, status, changedBy }) => [runnerId, status, changedBy])
    expect(shown(7)).toEqual([
      [null, 'interested', null],
      [RAVI.id, 'assigned', null],
    ])
    expect(shown(8)).toEqual([
      [RAVI.id, 'assigned', null],
      [LAKSHMI.id, 'assigned', null],
    ])
  })

  test('has each price of a hair type and a product, and the time without a price', async () => {
    const hair = 'hair_type,price_per_20g,minimum_weight_grams,is_active'
    const product = 'productId,id,name,price'
    for (const row of ['grey,70,20,yes', 'grey,70,25,yes', 'grey,72,25,yes', 'grey,72,25,no'])
      await importRows('hair-prices', hair, row)
    for (const row of ['pan,1,Pan,99.5', 'pan,1,Large pan,99.5', 'pan,1,Large pan,90'])
      await importRows('products', product, row)
    const rows = await server.deps.db.select().from(priceChanges).orderBy(asc(priceChanges.id))
    expect(rows.map(({ kind: noun, name, pricePaise }) => [noun, name, pricePaise])).toEqual([
      ['hair', 'grey', 70_00],
      ['hair', 'grey', 72_00],
      ['hair', 'grey', null],
      ['product', 'pan', 99_50],
      ['product', 'pan', 90_00],
    ])
  })
})
