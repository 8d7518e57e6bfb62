import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { useServer } from '../../../../test/setup/server.ts'
import { hairPrices, importRows, products } from '../../../db/schema.ts'
import { type ImportKindName, importKinds } from '../csv/import-kinds.ts'
import { importRecords } from './import-records.ts'
import { makeImportId, stageRows } from './staging-store.ts'

const PRODUCTS = 'productId,id,name,price'
const HAIR = 'hair_type,price_per_20g,minimum_weight_grams'

describe.each(databaseKinds)('an import of more than the app lists (%s)', (kind) => {
  const server = useServer(kind)
  beforeEach(async () => {
    for (const table of [products, hairPrices, importRows]) await server.deps.db.delete(table)
  })

  /** @param meanwhile runs while the file is read */
  async function importRowsOf(
    name: ImportKindName,
    rows: readonly string[],
    meanwhile?: () => Promise<void>,
  ) {
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(rows.join('\n')))
      await meanwhile?.()
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    return importRecords(server.deps.db, name, bytes(), options)
  }

  async function storeProducts(count: number) {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      productId: `p${at + 1}`,
      name: 'Rice',
      pricePaise: 10_00,
    }))
    await server.deps.db.insert(products).values(rows)
  }
  const storedProducts = () => server.deps.db.$count(products)
  const staged = () => server.deps.db.$count(importRows)

  test('is refused with all its products when the stored ones and the new ones are too many', async () => {
    await storeProducts(999)
    const both = [PRODUCTS, 'p1,1,Rice,11', 'n1,2001,Pan,5', 'n2,2002,Pan,5']
    await expect(importRowsOf('products', both)).rejects.toThrow(
      'After this import there would be 1001 products, and the app lists at most 1000. Nothing was imported.',
    )
    expect([await storedProducts(), await staged()]).toEqual([999, 0])
    const one = await importRowsOf('products', both.slice(0, 3))
    expect(one).toMatchObject({ added: 1, changed: 1 })
  })

  test('still corrects stored products when they are too many already', async () => {
    await storeProducts(1_001)
    expect(await importRowsOf('products', [PRODUCTS, 'p1,1,Rice,11'])).toMatchObject({ changed: 1 })
  })

  test('counts the rows of an import that is decided and not merged yet', async () => {
    const { db } = server.deps
    await storeProducts(999)
    const decide = async () => {
      const importId = makeImportId(new Date())
      const data = { product_id: 'n1', id: 2001, name: 'Pan', price_paise: 5_00 }
      await stageRows({ db, importId, kind: importKinds.products }, [{ line: 2, key: 'n1', data }])
      const decision = { kind: 'products', columns: Object.keys(data) }
      await db.insert(importRows).values({ importId, key: '', line: 0, data: decision })
    }
    const rows = [PRODUCTS, 'n2,2002,Pan,5']
    await expect(importRowsOf('products', rows, decide)).rejects.toThrow('there would be 1001')
    expect(await storedProducts()).toBe(999)
  })

  test('counts only the hair types that are active after it', async () => {
    const { db } = server.deps
    const active = Array.from({ length: 40 }, (_, at) => `hair${at + 1},70,20`)
    expect(await importRowsOf('hair-prices', [HAIR, ...active])).toMatchObject({ added: 40 })
    await expect(importRowsOf('hair-prices', [HAIR, 'grey,50,20'])).rejects.toThrow(
      'After this import there would be 41 active hair types, and the app lists at most 40.',
    )
    const withActive = `${HAIR},is_active`
    const importActive = (...rows: string[]) => importRowsOf('hair-prices', [withActive, ...rows])
    expect(await importActive('grey,50,20,no')).toMatchObject({ added: 1 })
    await expect(importActive('grey,50,20,yes')).rejects.toThrow('there would be 41')
    expect(await importActive('grey,50,20,yes', 'hair1,70,20,no')).toMatchObject({ changed: 2 })
    const listed = await db
      .select({ hairType: hairPrices.hairType })
      .from(hairPrices)
      .where(eq(hairPrices.isActive, true))
      .orderBy(asc(hairPrices.hairType))
    expect(listed).toHaveLength(40)
    expect(listed[0]).toEqual({ hairType: 'grey' })
  })
})
