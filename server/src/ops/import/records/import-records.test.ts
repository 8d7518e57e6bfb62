import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../../test/setup/databases.ts'
import { storeRunners } from '../../../../test/fixtures/records.ts'
import { useServer } from '../../../../test/setup/server.ts'
import { customers, hairPrices, importRows, products, runners } from '../../../db/schema.ts'
import { serverRoot } from '../../../config/folders.ts'
import { makeImportId, stageRows } from './staging-store.ts'
import { type ImportKindName, importKinds } from '../csv/import-kinds.ts'
import { importRecords } from './import-records.ts'
import type { BadRow } from '../csv/import-row.ts'

const HEADER = 'id,member_name,status,runner_id,extra,comments,next_followup'

describe.each(databaseKinds)('an import (%s)', (kind) => {
  const server = useServer(kind)
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    await server.deps.db.delete(customers)
    await server.deps.db.delete(products)
  })

  async function importText(kindName: ImportKindName, text: string | Buffer, skipBad = false) {
    const bad: BadRow[] = []
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(text))
    }
    const onBadRow = (row: BadRow) => void bad.push(row)
    const options = { skipBad, onBadRow, onDiscarded: () => undefined }
    const report = await importRecords(server.deps.db, kindName, bytes(), options)
    return { report, bad }
  }
  const importCustomers = (...rows: string[]) =>
    importText('customers', [HEADER, ...rows].join('\n'))
  const stored = () => server.deps.db.select().from(customers).orderBy(asc(customers.id))
  const staged = () => server.deps.db.$count(importRows)

  test('adds the customers of a file', async () => {
    const text = `\uFEFF${HEADER}\r\n7,లక్ష్మి,Assigned,1,"one, two\r\nthree",,\r\n8,"Anjali ""Anu"" Reddy",hold,,,later,21-12-2026\r\n`
    const { report } = await importText('customers', text)
    expect(report).toEqual({
      imported: true,
      added: 2,
      changed: 0,
      unchanged: 0,
      bad: 0,
      ignoredColumns: [],
    })
    expect(await stored()).toMatchObject([
      { id: 7, memberName: 'లక్ష్మి', status: 'assigned', runnerId: 1, extra: 'one, two\nthree' },
      { id: 8, memberName: 'Anjali "Anu" Reddy', runnerId: null, nextFollowup: '2026-12-21' },
    ])
    expect(await staged()).toBe(0)
  })

  test('changes nothing when it has the same file again', async () => {
    const rows = ['1,Anjali,assigned,1,,,', '2,Padma,hold,2,,busy,2026-12-01']
    await importCustomers(...rows)
    const before = await stored()
    const { report } = await importCustomers(...rows)
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect(await stored()).toEqual(before)
  })

  test('never overwrites the later change of a runner', async () => {
    await importCustomers('1,Anjali,assigned,1,,,')
    const done = { status: 'hold', comments: 'after the wedding', nextFollowup: '2026-12-24' }
    await server.deps.db.update(customers).set(done).where(eq(customers.id, 1))

    expect((await importCustomers('1,Anjali,assigned,1,,,')).report.unchanged).toBe(1)
    expect(await stored()).toMatchObject([done])

    expect((await importCustomers('1,Anjali Devi,assigned,1,,,')).report.changed).toBe(1)
    expect(await stored()).toMatchObject([{ ...done, memberName: 'Anjali Devi' }])

    // A value that the office changes in the file does overwrite.
    await importCustomers('1,Anjali Devi,rejected,1,,,')
    expect(await stored()).toMatchObject([{ status: 'rejected', comments: 'after the wedding' }])
  })

  test('does not touch a column that the file does not have', async () => {
    await importCustomers('1,Anjali,assigned,1,third house,,')
    const { report } = await importText('customers', 'status,id,member_name\npending,1,Anjali\n')
    expect(report.changed).toBe(1)
    expect(await stored()).toMatchObject([{ status: 'pending', runnerId: 1, extra: 'third house' }])
  })

  test('empties the values that the file has emptied', async () => {
    await importCustomers('1,Anjali,hold,1,note,busy,2026-12-01')
    await importCustomers('1,Anjali,hold,,,,')
    expect(await stored()).toMatchObject([
      { runnerId: null, extra: '', comments: '', nextFollowup: null },
    ])
  })

  test('reports the line of every bad row and imports nothing', async () => {
    const { report, bad } = await importCustomers(
      '1,"Anjali\nReddy",assigned,1,,,',
      '2,,asigned,1,,,30-02-2026',
      '',
      '3,Padma,hold,9,,,',
      '4,Sujatha,hold,1,a,b,c,d',
      '1,Renuka,assigned,2,,,',
    )
    expect(bad).toEqual([
      {
        line: 4,
        reason:
          'member_name is missing; status "asigned" is not one of assigned, interested, hold, pending, delivered, rejected; next_followup "30-02-2026" is not a date such as 2026-11-21',
      },
      { line: 6, reason: 'runner 9 does not exist' },
      { line: 7, reason: 'has 8 values instead of 7 (a value with a comma needs quotes)' },
      { line: 8, reason: 'id 1 is already on line 2' },
    ])
    expect(report).toMatchObject({ imported: false, added: 0, bad: 4 })
    expect(await stored()).toEqual([])
    expect(await staged()).toBe(0)
  })

  test('skips bad rows on request', async () => {
    const text = [HEADER, '1,Anjali,assigned,1,,,', 'x,Padma,hold,1,,,', '1,Twice,hold,1,,,']
    const { report, bad } = await importText('customers', text.join('\n'), true)
    expect(bad.map(({ line }) => line)).toEqual([3, 4])
    expect(report).toMatchObject({ imported: true, added: 1, bad: 2 })
    expect(await stored()).toMatchObject([{ id: 1, memberName: 'Anjali' }])
  })

  test('of a damaged file stores nothing', async () => {
    const good = Array.from({ length: 1_200 }, (_, n) => `${n + 1},Anjali,assigned,1,,,`)
    const broken = [HEADER, ...good, '2000,"Anjali,assigned,1,,,'].join('\n')
    await expect(importText('customers', broken)).rejects.toThrow(
      'line 1202 or soon after is never closed',
    )
    expect([await stored(), await staged()]).toEqual([[], 0])
  })

  test.each([HEADER, `${HEADER}\n\n,,,,,,\n`])('refuses a file without rows', async (text) => {
    await expect(importText('customers', text)).rejects.toThrow('has no rows below its first line')
  })

  test('finishes an earlier import that died after its decision', async () => {
    const importId = makeImportId(new Date())
    const { db } = server.deps
    const row = { line: 2, key: '5', data: { id: 5, member_name: 'Anjali', status: 'hold' } }
    await stageRows({ db, importId, kind: importKinds.customers }, [row])
    const data = { kind: 'customers', columns: ['id', 'member_name', 'status'] }
    await db.insert(importRows).values({ importId, key: '', line: 0, data })

    await importCustomers('6,Padma,assigned,1,,,')
    expect(await stored()).toMatchObject([
      { id: 5, memberName: 'Anjali', status: 'hold' },
      { id: 6, memberName: 'Padma' },
    ])
    expect(await staged()).toBe(0)
  })

  test('deletes an earlier import that died before its decision, a day later', async () => {
    const { db } = server.deps
    const row = { line: 2, key: '5', data: { id: 5, member_name: 'Anjali', status: 'hold' } }
    const old = makeImportId(new Date(Date.now() - 25 * 3_600_000))
    const young = makeImportId(new Date(Date.now() - 3_600_000))
    await stageRows({ db, importId: old, kind: importKinds.customers }, [row])
    await stageRows({ db, importId: young, kind: importKinds.customers }, [row])

    await importCustomers('6,Padma,assigned,1,,,')
    const left = await db.selectDistinct({ importId: importRows.importId }).from(importRows)
    expect(left).toEqual([{ importId: young }])
    expect(await stored()).toMatchObject([{ id: 6 }])
    await db.delete(importRows)
  })

  test('imports ten thousand rows and lets requests run in between', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `${n + 1},Anjali ${n},assigned,1,,,`)
    let turns = 0
    const turn = setInterval(() => (turns += 1), 1)
    const { report } = await importCustomers(...rows)
    clearInterval(turn)
    expect(report.added).toBe(10_000)
    expect(turns).toBeGreaterThan(20)
    expect(await server.deps.db.$count(customers)).toBe(10_000)
  })

  test('refuses a file with more products than the app lists', async () => {
    const rows = Array.from({ length: 1_001 }, (_, at) => `p${at},${at + 1},Rice,10`)
    const file = ['productId,id,name,price', ...rows].join('\n')
    await expect(importText('products', file)).rejects.toThrow('the app lists at most 1000')
    expect(await server.deps.db.$count(products)).toBe(0)
  })

  test('imports products under either name of a column', async () => {
    const file =
      'id,productId,name,description,price,image\n2,ricecooker,Rice Cooker,500Grams,1206.44,/r.svg\n'
    expect((await importText('products', file)).report.added).toBe(1)
    const again =
      'id,product_id,name,weight,price,image_url\n2,ricecooker,Rice Cooker,500Grams,"1,206.44",/r.svg\n'
    expect((await importText('products', again)).report.unchanged).toBe(1)
    const [product] = await server.deps.db.select().from(products)
    expect(product).toMatchObject({ id: 2, productId: 'ricecooker', pricePaise: 120_644 })
    const [next] = await server.deps.db
      .insert(products)
      .values({ productId: 'handbag', name: 'Handbag', pricePaise: 1 })
      .returning()
    expect(next?.id, 'a new record gets no id of the file').toBe(3)
  })

  test('reports the rows whose id another record has', async () => {
    const header = 'id,productId,name,price'
    await importText('products', `${header}\n1,cookingset,Cooking Set,29.44\n`)
    const file = `${header}\n1,handbag,Handbag,200\n5,clock,Clock,5\n5,torch,Torch,5\n`
    const { bad } = await importText('products', file)
    expect(bad).toEqual([
      { line: 2, reason: 'id 1 belongs to another record' },
      { line: 4, reason: 'id 5 belongs to another record' },
    ])
  })

  test('imports runners and hair prices', async () => {
    await importText('runners', 'id,name,phone\n3,Suresh,+91 90000 00003\n')
    expect(await server.deps.db.select().from(runners).where(eq(runners.id, 3))).toMatchObject([
      { name: 'Suresh', phone: '9000000003' },
    ])
    const { report } = await importText(
      'hair-prices',
      'id,rate,minimum_weight,is_active\nblack_hair,70,20,\nold_hair,24.50,,false\n',
    )
    expect(report.added).toBe(2)
    const prices = await server.deps.db.select().from(hairPrices).orderBy(hairPrices.hairType)
    expect(prices).toMatchObject([
      { hairType: 'black_hair', pricePer20gPaise: 7_000, isActive: true },
      { hairType: 'old_hair', pricePer20gPaise: 2_450, minimumWeightGrams: 20, isActive: false },
    ])
  })

  test('finds no bad row in the sample files', async () => {
    const file = await readFile(join(serverRoot, 'sample-data', 'customers.csv'), 'utf8')
    const { report } = await importText(
      'customers',
      file.replaceAll(/\{today[^}]*\}/g, '2026-01-01'),
    )
    expect(report).toMatchObject({ added: 60, bad: 0 })
  })
})
