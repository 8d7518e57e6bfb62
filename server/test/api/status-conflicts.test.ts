import { randomUUID } from 'node:crypto'
import type { CustomerUpdate } from '@veni/domain/api/customers'
import type { WorkResult } from '@veni/domain/api/work'
import type { Seen } from '@veni/domain/customer/seen'
import { makeStepKey } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endConflictBy, listConflicts } from '../../src/customers/conflicts.ts'
import { customerChanges, customerConflicts, customers } from '../../src/db/schema.ts'
import { importRecords } from '../../src/ops/import/records/import-records.ts'
import { cashDeal, type newEntry } from '../fixtures/phone-file.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const AT = '2026-11-21T04:00:00.000Z'
const sawAssigned: Seen = { status: 'assigned', comments: '', next_followup: null, at: AT }
const rejected: CustomerUpdate = { status: 'rejected', notes: 'No hair' }
const hold: CustomerUpdate = { status: 'hold', comments: 'After the festival' }

describe.each(databaseKinds)('a status change against one of the office (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lastId = 100
  let id: number
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    id = lastId += 1
    await importCustomer({})
  })

  /** The office's file has every column that runners change, too. */
  async function importCustomer({ status = 'assigned', comments = '', day = '', mobile = '' }) {
    const header = 'id,member_name,status,runner_id,comments,next_followup,mobile'
    const row = `${id},Anjali,${status},${RAVI.id},${comments},${day},${mobile}`
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(`${header}\n${row}`))
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    await importRecords(server.deps.db, 'customers', bytes(), options)
  }

  const newItem = (body: CustomerUpdate, seen?: Seen) => ({
    version: 1,
    id: randomUUID() as string,
    customer_id: String(id),
    work: { kind: 'customer-update', body, ...(seen && { seen }) },
  })
  async function send(item: object): Promise<WorkResult | undefined> {
    const { body } = await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', {
      items: [item],
    })
    return body.results[0]
  }
  async function customer() {
    const [row] = await server.deps.db.select().from(customers).where(eq(customers.id, id))
    return row!
  }
  const conflicts = () =>
    server.deps.db.select().from(customerConflicts).where(eq(customerConflicts.customerId, id))

  it('is a conflict that keeps the values of the office, and both sides see it', async () => {
    await importCustomer({ status: 'hold', comments: 'Call first', day: '2026-12-01' })
    const before = await customer()
    const office = { status: 'hold', comments: 'Call first', next_followup: '2026-12-01' }
    const item = newItem({ ...rejected, notes: ' No hair ' }, sawAssigned)
    const answer = await send(item)
    expect(answer).toMatchObject({
      outcome: 'not-recorded',
      status: 409,
      office,
      error: { code: 'conflict', fields: [{ path: 'status' }] },
    })
    expect(await customer()).toEqual(before)
    const [conflict] = (await listConflicts(server.deps)).filter(
      ({ customer: { id: of } }) => of === id,
    )
    expect(conflict).toMatchObject({
      customer: { memberName: 'Anjali' },
      runner: { phone: RAVI.phone },
      conflict: {
        wanted: rejected,
        seen: sawAssigned,
        office,
        officeChangedAt: before.officeChangedAt,
        endedAt: null,
      },
    })
    expect(await send(item)).toEqual(answer)
    // A copy of the refused call may also arrive after a deal.
    const { entry } = await cashDeal(id)
    await send({ version: 1, id: entry.id, customer_id: String(id), work: entry.work })
    expect(await send(item)).toEqual(answer)
    expect(await customer()).toMatchObject({ status: 'delivered' })
    expect(await conflicts()).toEqual([conflict?.conflict])
  })

  it.each([
    ['comments', { comments: 'Call first' }],
    ['follow-up', { day: '2026-12-01' }],
  ])('is a conflict when a hold would overwrite new %s', async (_field, change) => {
    await importCustomer(change)
    const before = await customer()
    expect(await send(newItem(hold, sawAssigned))).toMatchObject({ status: 409 })
    expect(await customer()).toEqual(before)
  })

  it.each<[string, Parameters<typeof importCustomer>[0]]>([
    ['what runners do not change', { mobile: '9000000009' }],
    ['nothing', {}],
    ['comments, which a rejection leaves', { comments: 'Call first' }],
    ['the status to what the runner wants, too', { status: 'rejected' }],
  ])('is none when the office changed %s', async (_what, change) => {
    await importCustomer(change)
    expect(await send(newItem(rejected, sawAssigned))).toMatchObject({ outcome: 'recorded' })
    const { comments = '' } = change
    expect(await customer()).toMatchObject({ status: 'rejected', notes: 'No hair', comments })
    expect(await conflicts()).toEqual([])
  })

  it('is none when the runner saw the change, also after an import that restored what was seen', async () => {
    await importCustomer({ status: 'hold', comments: 'Call first' })
    await importCustomer({})
    expect(await send(newItem(rejected, sawAssigned))).toMatchObject({ outcome: 'recorded' })
    await importCustomer({ status: 'interested' })
    const sawInterested = { ...sawAssigned, status: 'interested' }
    expect(await send(newItem(hold, sawInterested))).toMatchObject({ outcome: 'recorded' })
    expect(await customer()).toMatchObject({ status: 'hold' })
  })

  it('is none between two phones of a runner: what arrives last counts', async () => {
    await importCustomer({ status: 'interested' })
    const sawInterested = { ...sawAssigned, status: 'interested' }
    expect(await send(newItem(hold, sawInterested))).toMatchObject({ outcome: 'recorded' })
    // The office changes something else, which does not make the status its own.
    await importCustomer({ status: 'interested', mobile: '9000000009' })
    expect(await send(newItem(rejected, sawAssigned))).toMatchObject({ outcome: 'recorded' })
    expect(await customer()).toMatchObject({ status: 'rejected' })
  })

  it('is none of an older app, which does not say what the runner saw', async () => {
    await importCustomer({ status: 'hold' })
    expect(await send(newItem(rejected))).toMatchObject({ outcome: 'recorded' })
    await importCustomer({ status: 'pending' })
    const path = `/api/customers/${id}`
    expect((await ravi.send('PUT', path, { status: 'rejected' })).status).toBe(200)
  })

  it('counts as one of an older app when what the runner saw cannot be read', async () => {
    await importCustomer({ status: 'hold' })
    const unreadable = { ...sawAssigned, at: 'yesterday' }
    expect(await send(newItem(rejected, unreadable))).toMatchObject({ outcome: 'recorded' })
  })

  it('is the same work with and without what the runner saw', async () => {
    const item = newItem(rejected)
    const seen = { ...item, work: { ...item.work, seen: sawAssigned } }
    await ravi.send('PUT', `/api/customers/${id}`, rejected, {
      'idempotency-key': makeStepKey(item.id, 'customer'),
    })
    expect(await send(seen)).toMatchObject({ outcome: 'recorded' })
    expect(await send(item)).toMatchObject({ outcome: 'recorded' })
  })

  it('is recorded when the runner sends it again and knows the values of the office', async () => {
    await importCustomer({ status: 'hold' })
    const item = newItem(rejected, sawAssigned)
    const sendAgain = (status: string) =>
      send({ ...item, work: { ...item.work, seen: { ...sawAssigned, status } } })
    await send(item)
    await importCustomer({ status: 'interested' })
    expect(await sendAgain('hold')).toMatchObject({ office: { status: 'interested' } })
    expect(await conflicts()).toMatchObject([{ seen: { status: 'hold' }, endedAt: null }])
    expect(await sendAgain('interested')).toMatchObject({ outcome: 'recorded' })
    expect(await conflicts()).toMatchObject([{ endedAt: expect.any(Date) as unknown }])
    expect(await customer()).toMatchObject({ status: 'rejected' })
  })

  it('ends by the office, for the office', async () => {
    await importCustomer({ status: 'hold' })
    const item = newItem(rejected, sawAssigned)
    await send(item)
    const before = await customer()
    const [open] = await conflicts()
    await endConflictBy(server.deps, open!.id, 'office')
    expect(await customer()).toEqual(before)
    expect(await conflicts()).toMatchObject([{ endedAt: expect.any(Date) as unknown }])
    // The answer to the phone was lost.
    expect(await send(item)).toMatchObject({ status: 409 })
    expect(await conflicts()).toMatchObject([{ endedAt: expect.any(Date) as unknown }])
    await expect(endConflictBy(server.deps, open!.id, 'runner')).rejects.toThrow(
      `There is no open conflict ${open!.id}.`,
    )
  })

  it('ends by the office, for the runner', async () => {
    await importCustomer({ status: 'interested' })
    const item = newItem({ ...hold, next_followup: '2026-12-05' }, sawAssigned)
    await send(item)
    const [open] = await conflicts()
    await endConflictBy(server.deps, open!.id, 'runner')
    expect(await customer()).toMatchObject({
      status: 'hold',
      comments: 'After the festival',
      nextFollowup: '2026-12-05',
    })
    const rows = await server.deps.db
      .select()
      .from(customerChanges)
      .where(eq(customerChanges.customerId, id))
      .orderBy(customerChanges.id)
    expect(rows.at(-1)).toMatchObject({ status: 'hold', changedBy: null })
    expect(await send(newItem(rejected, sawAssigned))).toMatchObject({ office: { status: 'hold' } })
    expect(await send(item)).toMatchObject({ outcome: 'recorded' })
  })

  it('does not overwrite by the office what has changed since', async () => {
    await importCustomer({ status: 'hold' })
    await send(newItem(rejected, sawAssigned))
    const [open] = await conflicts()
    const { entry } = await cashDeal(id)
    expect(await send(toItem(entry))).toMatchObject({ outcome: 'recorded' })
    await expect(endConflictBy(server.deps, open!.id, 'runner')).rejects.toThrow('changed since')
    expect(await customer()).toMatchObject({ status: 'delivered' })
    await endConflictBy(server.deps, open!.id, 'office')
    expect(await conflicts()).toMatchObject([{ endedAt: expect.any(Date) as unknown }])
  })

  const toItem = ({ id: entryId, customerId, work }: ReturnType<typeof newEntry>['entry']) => ({
    version: 1,
    id: entryId,
    customer_id: customerId,
    work,
  })

  it('never stops a paid deal, which delivers the customer', async () => {
    await importCustomer({ status: 'rejected' })
    const { entry } = await cashDeal(id)
    const pending = newItem({ status: 'pending' }, sawAssigned)
    const { body } = await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', {
      items: [pending, toItem(entry)],
    })
    expect(body.results).toMatchObject([{ status: 409 }, { outcome: 'recorded' }])
    expect(await customer()).toMatchObject({ status: 'delivered' })
  })
})
