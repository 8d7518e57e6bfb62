import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { opsWays, runOps, useOps } from '../../../../test/setup/ops.ts'
import type { Db } from '../../../db/client.ts'
import { customers, importRows, runners } from '../../../db/schema.ts'
import { importKinds } from '../csv/import-kinds.ts'
import type { BadRow } from '../csv/import-row.ts'
import { importRecords } from './import-records.ts'
import { makeImportId, stageRows } from './staging-store.ts'

const SAME_PHONE = '9100000001'

/** Returns `count` databases. The first transaction of each waits until all of them have begun theirs. */
function meetBeforeDecision(db: Db, count: number): Db[] {
  let open = () => {}
  const met = new Promise<void>((resolve) => (open = resolve))
  let here = 0
  return Array.from({ length: count }, () => {
    let hasMet = false
    return new Proxy(db, {
      get(target, name: keyof Db) {
        if (name !== 'transaction' || hasMet) return target[name]
        return async (...words: Parameters<Db['transaction']>) => {
          hasMet = true
          if ((here += 1) === count) open()
          await met
          return target.transaction(...words)
        }
      },
    })
  })
}

describe.each(opsWays)('decided imports, %s', (_way, databaseKind) => {
  const server = useOps(databaseKind)
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-decided-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(async () => {
    await server.deps.db.delete(importRows)
    await server.deps.db.delete(runners)
  })
  const ops = (...words: string[]) => runOps(folder, server.env, words)
  const staged = () => server.deps.db.$count(importRows)
  const storedRunners = async () => {
    const rows = await server.deps.db.select().from(runners).orderBy(asc(runners.id))
    return rows.map(({ id, name, phone }) => `${id} ${name} ${phone}`)
  }

  async function importRunners(db: Db, rows: readonly string[], skipBad: boolean) {
    const bad: BadRow[] = []
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(['id,name,phone', ...rows].join('\n')))
    }
    const onBadRow = (row: BadRow) => void bad.push(row)
    const options = { skipBad, onBadRow, onDiscarded: () => expect.unreachable() }
    return { ...(await importRecords(db, 'runners', bytes(), options)), reasons: bad }
  }

  /** Leaves the rows that a process leaves when it is killed after the decision. */
  async function killAfterDecision(rows: readonly string[]) {
    const { db } = server.deps
    const importId = makeImportId(new Date())
    const kind = importKinds.runners
    const data = rows.map((row, at) => {
      const [id = '', name = '', phone = ''] = row.split(',')
      return { line: at + 2, key: id, data: { id: Number(id), name, phone } }
    })
    await stageRows({ db, importId, kind }, data)
    const decision = { kind: 'runners', columns: ['id', 'name', 'phone'] }
    await db.insert(importRows).values({ importId, key: '', line: 0, data: decision })
  }

  test.each([false, true])(
    'two at once with one phone: one has it (skip bad: %s)',
    async (skip) => {
      const [one, two] = meetBeforeDecision(server.deps.db, 2)
      const reports = await Promise.all([
        importRunners(one!, [`10,Asha,${SAME_PHONE}`, '11,Usha,9100000002'], skip),
        importRunners(two!, [`50,Bina,${SAME_PHONE}`, '51,Tina,9100000003'], skip),
      ])
      const clashing = reports.find(({ bad }) => bad > 0)
      expect(clashing).toMatchObject({
        imported: skip,
        added: skip ? 1 : 0,
        bad: 1,
        reasons: [{ line: 2, reason: `phone ${SAME_PHONE} belongs to another record` }],
      })
      expect(reports.filter((report) => report !== clashing)).toMatchObject([{ added: 2, bad: 0 }])
      expect(await storedRunners()).toHaveLength(skip ? 3 : 2)
      expect(await staged()).toBe(0)
    },
  )

  test('respect the rows of a decided import that is not merged', async () => {
    const { db } = server.deps
    // The clash is decided while this import reads its file.
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(`id,name,phone\n50,Bina,${SAME_PHONE}\n`))
      await killAfterDecision([`10,Asha,${SAME_PHONE}`])
    }
    const bad: BadRow[] = []
    const options = {
      skipBad: false,
      onBadRow: (row: BadRow) => void bad.push(row),
      onDiscarded: () => expect.unreachable(),
    }
    const report = await importRecords(db, 'runners', bytes(), options)
    expect(report).toMatchObject({ imported: false, added: 0, bad: 1 })
    expect(bad).toMatchObject([{ line: 2 }])
    // The decided one is whole.
    expect((await importRunners(db, ['60,Dina,9100000004'], false)).added).toBe(1)
    expect(await storedRunners()).toEqual([`10 Asha ${SAME_PHONE}`, '60 Dina 9100000004'])
  })

  test('are finished before the office adds a runner with the same phone or the next id', async () => {
    await killAfterDecision([`1,Asha,${SAME_PHONE}`])
    expect(await ops('runners', 'add', SAME_PHONE, 'Bina')).toMatchObject({
      code: 1,
      errors: [`A runner has the phone ${SAME_PHONE} already.`],
    })
    expect(await ops('runners', 'add', '9100000005', 'Dina')).toMatchObject({ code: 0 })
    expect(await storedRunners()).toEqual([`1 Asha ${SAME_PHONE}`, '2 Dina 9100000005'])
    expect(await staged()).toBe(0)
  })

  test('that cannot be finished are discarded and named, and stop no later import', async () => {
    await killAfterDecision([`10,Asha,9100000002`, `11,Usha,${SAME_PHONE}`])
    // By hand, with SQL: every command respects the decision.
    await server.deps.db.insert(runners).values({ id: 90, name: 'Hand', phone: SAME_PHONE })
    writeFileSync(join(folder, 'more.csv'), 'id,name,phone\n60,Dina,9100000004\n')
    const importMore = () => ops('import', 'runners', 'more.csv')
    expect(await importMore()).toEqual({
      code: 1,
      printed: ['Imported runners: 1 added, 0 changed, 0 unchanged.'],
      errors: [
        `earlier import of runners, line 3: phone ${SAME_PHONE} belongs to another record`,
        'An earlier import of runners was interrupted and cannot be finished. 2 of its rows were not imported: correct its file and import it again.',
      ],
    })
    expect(await storedRunners()).toEqual(['60 Dina 9100000004', `90 Hand ${SAME_PHONE}`])
    expect(await staged()).toBe(0)
    expect(await importMore()).toMatchObject({ code: 0, errors: [] })
  })

  const OUT_OF_RANGE = '99999999999'
  const refusedErrors = [
    `earlier import of runners: the database refuses a value: value "${OUT_OF_RANGE}" is out of range for type integer`,
    'An earlier import of runners was interrupted and cannot be finished. 2 of its rows were not imported: correct its file and import it again.',
  ]

  test('that the database refuses are discarded and named, and stop no later import [R-7.072]', async () => {
    await killAfterDecision(['10,Asha,9100000002', `${OUT_OF_RANGE},Usha,9100000006`])
    writeFileSync(join(folder, 'later.csv'), 'id,name,phone\n60,Dina,9100000004\n')
    const importLater = () => ops('import', 'runners', 'later.csv')
    expect(await importLater()).toEqual({
      code: 1,
      printed: ['Imported runners: 1 added, 0 changed, 0 unchanged.'],
      errors: refusedErrors,
    })
    expect(await storedRunners()).toEqual(['60 Dina 9100000004'])
    expect(await staged()).toBe(0)
    expect(await importLater()).toMatchObject({ code: 0, errors: [] })
  })

  test('that the database refuses do not stop the office from adding a runner', async () => {
    await killAfterDecision(['10,Asha,9100000002', `${OUT_OF_RANGE},Usha,9100000006`])
    const added = await ops('runners', 'add', '9100000005', 'Dina')
    expect(added.errors).toEqual(refusedErrors)
    expect(await storedRunners()).toEqual([expect.stringContaining('Dina 9100000005')])
    expect(await staged()).toBe(0)
  })

  test('that the database refuses can be imported again when the file is correct', async () => {
    const { db } = server.deps
    await db.execute(sql`alter table runners add constraint odd check (name <> 'Odd')`)
    onTestFinished(async () => {
      await db.execute(sql`alter table runners drop constraint odd`)
    })
    const importAll = (lastName: string) => {
      const rows = Array.from(
        { length: 501 },
        (_, at) => `${1_000 + at},Asha,${9_100_000_000 + at}`,
      )
      const lines = ['id,name,phone', ...rows, `1501,${lastName},9200000000`]
      writeFileSync(join(folder, 'all.csv'), lines.join('\n'))
      return ops('import', 'runners', 'all.csv')
    }
    expect(await importAll('Odd')).toEqual({
      code: 1,
      printed: [],
      errors: [
        'The database refuses a value: new row for relation "runners" violates check constraint "odd". Not imported: 2 rows. Correct the file and import it again.',
      ],
    })
    expect(await storedRunners()).toHaveLength(500)
    expect(await staged()).toBe(0)
    expect(await importAll('Usha')).toMatchObject({
      code: 0,
      printed: ['Imported runners: 2 added, 0 changed, 500 unchanged.'],
    })
  })

  test('that find no row number left are finished when there are numbers again', async () => {
    const { db } = server.deps
    const sequence = sql`pg_get_serial_sequence('customer_changes', 'id')`
    async function* bytes() {
      yield await Promise.resolve(Buffer.from('id,member_name,status\n7,Anjali,hold\n'))
    }
    const onUnexpected = () => expect.unreachable()
    const options = { skipBad: false, onBadRow: onUnexpected, onDiscarded: onUnexpected }
    await db.execute(sql`select setval(${sequence}, 2147483647)`)
    await expect(importRecords(db, 'customers', bytes(), options)).rejects.toMatchObject({
      cause: { code: '2200H' },
    })
    await db.execute(sql`select setval(${sequence}, 1)`)
    expect(await importRunners(db, ['60,Dina,9100000004'], false)).toMatchObject({ added: 1 })
    expect(await db.$count(customers)).toBe(1)
    expect(await staged()).toBe(0)
  })
})
