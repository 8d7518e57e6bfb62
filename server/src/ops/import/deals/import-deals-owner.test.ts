import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cashDeal,
  itemsDeal,
  newDamagedFile,
  newFile,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import {
  cashPayments,
  customers,
  orders,
  photos,
  runners,
  settlements,
} from '../../../db/schema.ts'

const UNKNOWN = '9848022338'
const SMS = {
  SIGN_IN_MODE: 'sms',
  SIGN_IN_SECRET: 'a secret of at least 32 characters',
  SMS_GATEWAY: 'console',
}

/** Deals that a phone of this owner exported. */
async function fileOf(owner: string, customerIds: readonly [number, number]) {
  const deals = [await cashDeal(customerIds[0]), await itemsDeal(customerIds[1])]
  const owned = deals.map((deal) => ({ ...deal, entry: { ...deal.entry, owner } }))
  return { ...newFile(owned), owner }
}

describe.each(opsWays)('npm run ops -- import deals of an unknown phone, %s', (_, kind) => {
  const server = useOps(kind, SMS)
  const { adoptFile, importFile } = useDealsImport(server)
  const newCustomers = async () => {
    const { db } = server.deps
    // Nobody's, so that any runner may have made a deal with them.
    const free = { runnerId: null, status: 'interested' }
    return [(await newCustomer(db, free)).id, (await newCustomer(db, free)).id] as const
  }
  const runnersOf = async (customerIds: readonly number[]) => {
    const { db } = server.deps
    const of = (table: typeof orders | typeof cashPayments | typeof settlements) =>
      db
        .select({ runnerId: table.runnerId })
        .from(table)
        .where(inArray(table.customerId, [...customerIds]))
    const rows = [...(await of(orders)), ...(await of(cashPayments)), ...(await of(settlements))]
    return rows.map(({ runnerId }) => runnerId)
  }
  beforeAll(() => storeRunners(server.deps.db))

  test('refuses the file with sign-in by SMS, stores nothing of it, and says what to do', async () => {
    const ids = await newCustomers()
    const before = await server.deps.db.$count(photos)
    expect(await importFile(await fileOf(UNKNOWN, ids))).toEqual({
      code: 1,
      printed: [],
      errors: [
        `No runner has the phone ${UNKNOWN}, so nothing was imported. Add the runner (npm run ops -- runners add ${UNKNOWN} "NAME"), and import the file again. If it is a wrong number of a runner, add --for PHONE.`,
      ],
    })
    expect(await runnersOf(ids)).toEqual([])
    expect(await server.deps.db.$count(photos)).toBe(before)
    const isTheirs = inArray(customers.id, [...ids])
    const rows = await server.deps.db.select().from(customers).where(isTheirs)
    expect(rows.map(({ runnerId, status }) => [runnerId, status])).toEqual([
      [null, 'interested'],
      [null, 'interested'],
    ])
  })

  test('imports the file for the runner whom the office has added', async () => {
    const ids = await newCustomers()
    const file = await fileOf('9848022339', ids)
    expect((await importFile(file)).code).toBe(1)
    const added = await runOps('.', server.env, ['runners', 'add', '9848022339', 'Mohan Rao'])
    expect(added).toMatchObject({ code: 0, errors: [] })
    expect((await importFile(file, '--runner', '+91 98480 22339')).printed.at(-1)).toBe(
      'Imported deals: 2 added, 0 already stored, 0 refused.',
    )
    const [mohan] = await server.deps.db
      .select()
      .from(runners)
      .where(eq(runners.phone, '9848022339'))
    expect(new Set(await runnersOf(ids))).toEqual(new Set([mohan?.id]))
  })

  test('does not believe the file whose deals these are: the operator names the runner', async () => {
    const ids = await newCustomers()
    const file = await fileOf(RAVI.phone, ids)
    const before = await server.deps.db.$count(photos)
    expect(await importFile(file)).toEqual({
      code: 1,
      printed: [],
      errors: [
        `The file says that it is of Ravi Kumar, phone ${RAVI.phone}, and nothing was imported. When you know that it is, add --runner ${RAVI.phone}.`,
      ],
    })
    expect(await importFile(file, '--runner', LAKSHMI.phone)).toEqual({
      code: 1,
      printed: [],
      errors: [
        `The file says that it is of the phone ${RAVI.phone}, and not of ${LAKSHMI.phone}, so nothing was imported. If ${LAKSHMI.phone} made these deals all the same, add --for ${LAKSHMI.phone} instead.`,
      ],
    })
    expect(await runnersOf(ids)).toEqual([])
    expect(await server.deps.db.$count(photos)).toBe(before)
  })

  test('adopts what the phone could not read for the runner whom the operator names', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deal = await itemsDeal(id)
    const file = newDamagedFile([deal], [unreadableRow(deal, { ...deal.entry, version: 'x' })])
    expect(await adoptFile(file)).toMatchObject({
      code: 1,
      errors: [expect.stringContaining(`When you know that it is, add --runner ${RAVI.phone}.`)],
    })
    expect(await adoptFile(file, '--runner', RAVI.phone)).toMatchObject({ code: 0, errors: [] })
    expect(await runnersOf([id])).toEqual([RAVI.id])
  })

  test('imports the file of a suspended runner whom the operator names, and says so', async () => {
    const ids = await newCustomers()
    await runOps('.', server.env, ['runners', 'suspend', RAVI.phone])
    const { code, printed } = await importFile(
      await fileOf(RAVI.phone, ids),
      '--runner',
      RAVI.phone,
    )
    expect(code).toBe(0)
    expect(printed.at(-1)).toBe(
      `Ravi Kumar ${RAVI.phone} is suspended: check these deals (npm run ops -- deals).`,
    )
    expect(new Set(await runnersOf(ids))).toEqual(new Set([RAVI.id]))
  })
})

describe.each(opsWays)('npm run ops -- import deals in demo mode, %s', (_, kind) => {
  const server = useOps(kind)
  const { importFile } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  test('imports the file of any phone for runner 1, as the demo signs in', async () => {
    const { db } = server.deps
    const ids = [(await newCustomer(db)).id, (await newCustomer(db)).id] as const
    expect((await importFile(await fileOf(UNKNOWN, ids))).code).toBe(0)
    const isTheirs = eq(settlements.customerId, ids[1])
    expect(await db.select().from(settlements).where(isTheirs)).toMatchObject([
      { runnerId: RAVI.id },
    ])
  })
})
