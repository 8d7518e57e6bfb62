import { hairPriceRecordSchema } from '@veni/domain/hair'
import { getTableColumns } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hairPrices } from '../../src/db/schema.ts'
import { importKinds } from '../../src/ops/import/csv/import-kinds.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

// `imported` is what the last import stored, for comparison.
const columns = Object.fromEntries(
  Object.entries(getTableColumns(hairPrices)).filter(([name]) => name !== 'imported'),
)

describe.each(databaseKinds)('hair prices on %s', (kind) => {
  const server = useServer(kind)

  it('reach the phone with every column', async () => {
    const samples: Record<string, unknown> = { string: 'text', number: 70_00, boolean: true }
    const row = Object.fromEntries(
      Object.entries(columns).map(([name, { dataType }]) => [name, samples[dataType]]),
    ) as typeof hairPrices.$inferInsert
    await server.deps.db.insert(hairPrices).values(row)
    const runner = await server.signIn('9000000001')
    const { body } = await runner.get<object[]>('/api/hair-pricing')
    expect(body).toEqual([
      { hair_type: 'text', price_per_20g: 70, minimum_weight_grams: 70_00, is_active: true },
    ])
    expect(Object.keys(body[0]!).toSorted()).toEqual(
      Object.keys(hairPriceRecordSchema.entries).toSorted(),
    )
  })
})

it('an import has a column for each column of a hair price', () => {
  const names = importKinds['hair-prices'].columns.map(({ column }) => column.name)
  expect(names.toSorted()).toEqual(
    Object.values(columns)
      .map(({ name }) => name)
      .toSorted(),
  )
})
