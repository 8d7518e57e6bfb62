import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { storeRunners } from '../../../../test/fixtures/records.ts'
import { useServer } from '../../../../test/setup/server.ts'
import { customers, hairPrices, products } from '../../../db/schema.ts'
import { importRecords } from './import-records.ts'

/**
 * A record of each kind that has optional columns. `changed`: what the file with fewer columns has otherwise. `later`: how
 * somebody changes the record after the first import.
 */
const kinds = [
  {
    name: 'customers',
    table: customers,
    required: { id: '7', status: 'hold', member_name: 'Padma' },
    changed: { member_name: 'Padma Devi' },
    optional: {
      runner_id: '1',
      extra: 'third house',
      comments: 'busy',
      next_followup: '2026-12-01',
    },
    later: { runnerId: 2, extra: 'gate', comments: 'wedding', nextFollowup: '2026-12-24' },
  },
  {
    name: 'products',
    table: products,
    required: { id: '1', productId: 'pan', name: 'Pan', price: '99.5' },
    changed: { price: '90' },
    optional: { weight: '500 g', image_url: '/pan.svg' },
    later: { weight: '450 g', imageUrl: '/other.svg' },
  },
  {
    name: 'hair-prices',
    table: hairPrices,
    required: { hair_type: 'grey', price_per_20g: '70', minimum_weight_grams: '20' },
    changed: { price_per_20g: '72' },
    optional: { is_active: 'yes' },
    later: { isActive: false },
  },
] as const

describe.each(databaseKinds)('an import of a file with fewer columns (%s)', (kind) => {
  const server = useServer(kind)
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    for (const { table } of kinds) await server.deps.db.delete(table)
  })

  async function importRecord(name: (typeof kinds)[number]['name'], record: object) {
    async function* bytes() {
      const lines = [Object.keys(record), Object.values(record)].map((cells) => cells.join(','))
      yield await Promise.resolve(Buffer.from(lines.join('\n')))
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    return importRecords(server.deps.db, name, bytes(), options)
  }

  test('of customers that changes neither status nor comments leaves the time of the last change by the office', async () => {
    const { required, optional, changed } = kinds[0]
    const readTimes = async () =>
      (await server.deps.db.select().from(customers)).map((row) => row.officeChangedAt)
    await importRecord('customers', { ...required, ...optional })
    expect(await readTimes()).toEqual([null])
    const busier = { ...optional, comments: 'busier' }
    await importRecord('customers', { ...required, ...busier })
    const times = await readTimes()
    expect(times).toEqual([expect.any(Date)])
    for (const record of [
      { ...required, ...changed },
      { ...required, ...busier },
      { ...required, ...busier, extra: 'gate' },
    ]) {
      expect(await importRecord('customers', record)).toMatchObject({ changed: 1 })
      expect(await readTimes()).toEqual(times)
    }
  })

  test.each(kinds)(
    'of $name keeps the other columns, and the full file overwrites no later change of them',
    async ({ name, table, required, changed, optional, later }) => {
      const { db } = server.deps
      expect(await importRecord(name, { ...required, ...optional })).toMatchObject({ added: 1 })
      await db.update(table).set(later as object)
      const fewer = { ...required, ...changed }
      expect(await importRecord(name, fewer)).toMatchObject({ changed: 1, unchanged: 0 })
      expect(await db.select().from(table)).toMatchObject([later])
      const full = { ...fewer, ...optional }
      expect(await importRecord(name, full)).toMatchObject({ changed: 0, unchanged: 1 })
      expect(await db.select().from(table)).toMatchObject([later])
    },
  )
  // An empty `is_active` means yes, as demands.
  test.each(kinds.filter(({ name }) => name !== 'hair-prices'))(
    'of $name loses no later change to a column that is new in the next file and empty there',
    async ({ name, table, required, optional, later }) => {
      const { db } = server.deps
      expect(await importRecord(name, required)).toMatchObject({ added: 1 })
      await db.update(table).set(later as object)
      const before = await db.select().from(table)
      const empty = Object.fromEntries(Object.keys(optional).map((column) => [column, '']))
      expect(await importRecord(name, { ...required, ...empty })).toMatchObject({
        changed: 0,
        unchanged: 1,
      })
      expect(await db.select().from(table)).toEqual(before)

      expect(await importRecord(name, { ...required, ...optional })).toMatchObject({ changed: 1 })
      const [after] = await db.select().from(table)
      for (const [field, value] of Object.entries(later))
        expect(after).not.toHaveProperty(field, value)
    },
  )
})
