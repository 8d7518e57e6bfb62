/** Single orders and statuses that the office adopted, when the phone can send them. */
import type { WorkResult } from '@veni/domain/api/work'
import type { Work } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  newDamagedFile,
  newEntry,
  newFile,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import {
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  storePrices,
  storeRunners,
} from '../../../../test/fixtures/records.ts'
import type { Client } from '../../../../test/setup/client.ts'
import { listLockWaits } from '../../../../test/setup/lock-waits.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { lockCustomer } from '../../../customers/service.ts'
import { customerConflicts, customers, orders } from '../../../db/schema.ts'

const PAID = 1206.44
const SENT_LATER = 'the office adopted it, and the phone sent it later with another value'

describe.each(opsWays)('what the office adopted and the phone sends later, %s', (_, kind) => {
  const server = useOps(kind)
  const { adoptFile, importFile } = useDealsImport(server)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  type Made = ReturnType<typeof newEntry<Work>>
  const ops = (...words: string[]) => runOps('.', server.env, words)
  const send = async ({ entry }: Made, work: Work = entry.work, runner: Client = ravi) => {
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work }
    const sent = await runner.send<{ results: WorkResult[] }>('POST', '/api/work', {
      items: [item],
    })
    return sent.body.results[0]
  }
  const adopt = async (made: Made, damage: object, ...words: string[]) => {
    const row = { ...made.entry, attempts: 'many', work: { ...made.entry.work, ...damage } }
    return adoptFile(newDamagedFile([made], [unreadableRow(made, row)]), ...words)
  }

  describe('as a single order', () => {
    async function newAdopted() {
      const { id } = await newCustomer(server.deps.db)
      const work = {
        kind: 'single-order' as const,
        order: orderBody(id, { runner_notes: 'made' }),
        delivered: { status: 'delivered' as const, actual_amount: PAID, runner_notes: 'paid' },
        customer: { status: 'delivered' as const },
      }
      const made = newEntry<Work>(id, work)
      const adopted = await adopt(made, { customer: 7 })
      expect(adopted.printed[0]).toContain(': adopted')
      return { id, made, work }
    }
    const readOrder = async (id: number) => {
      const found = await server.deps.db.select().from(orders).where(eq(orders.customerId, id))
      expect(found).toHaveLength(1)
      return found[0]!
    }
    const flagsOf = async (id: number) =>
      (await readOrder(id)).flags
        ?.filter(({ kind: of }) => of === 'sent-later')
        .map(({ field }) => field)

    test('ends on the phone without a flag when nothing differs, and is the same order again', async () => {
      const { id, made } = await newAdopted()
      const first = await send(made)
      const { id: orderId } = await readOrder(id)
      expect(first).toMatchObject({ outcome: 'recorded', order_id: orderId })
      expect(await send(made)).toEqual(first)
      expect(await flagsOf(id)).toEqual([])
      expect(await importFile(newFile([made]))).toMatchObject({ code: 0 })
    })

    test('stays as adopted, and the office sees each other value', async () => {
      const { id, made, work } = await newAdopted()
      const before = await readOrder(id)
      const delivered = { ...work.delivered, actual_amount: 1200, runner_notes: 'of the phone' }
      expect(await send(made, { ...work, delivered })).toMatchObject({ outcome: 'recorded' })
      const { flags, ...after } = await readOrder(id)
      expect({ ...after, flags: before.flags }).toEqual(before)
      const fields = ['actual_amount 1200', 'runner_notes "of the phone"']
      expect(await flagsOf(id)).toEqual(fields)
      expect(flags).toHaveLength((before.flags?.length ?? 0) + 2)
      const { printed } = await ops('deals', '--attention')
      expect(printed).toEqual(
        expect.arrayContaining(fields.map((field) => `! ${SENT_LATER}: ${field}`)),
      )
      // What the phone has sent is the work of this id from now on.
      expect(await send(made)).toMatchObject({ error: { code: 'idempotency-mismatch' } })
      await ops('customers', 'erase', String(id), '--yes')
      expect(await flagsOf(id)).toEqual(['actual_amount 1200', 'runner_notes'])
    })

    test('is the work of one of two calls that arrive at the same time', async () => {
      const { id, made, work } = await newAdopted()
      const { db } = server.deps
      // Each names a customer of its own, so that only the customer of the order holds both up.
      const calls = await Promise.all(
        [2, 3].map(async (quantity) => {
          const customerId = String((await newCustomer(db)).id)
          const entry = { ...made.entry, customerId }
          return () => send({ ...made, entry }, { ...work, order: { ...work.order, quantity } })
        }),
      )
      // A call waits for the customer for a few seconds, which the other one may need to get there. The phone sends it again.
      const sendUntilEnded = async (call: (typeof calls)[number]) => {
        for (;;) {
          const sent = await call()
          if (sent?.outcome !== 'not-recorded' || sent.error.code !== 'in-progress') return sent
          // The server logs each wait that it has ended.
          server.takeErrors()
        }
      }
      // The embedded database has one connection, for which they wait.
      const areWaiting = async () => kind === 'embedded' || (await listLockWaits(db)).length === 2
      const sent = await db.transaction(async (tx) => {
        await lockCustomer(tx, id)
        const started = calls.map(sendUntilEnded)
        await vi.waitUntil(areWaiting, { timeout: 60_000 })
        return { started }
      })
      const ends = (await Promise.all(sent.started)).map((one) => one?.outcome)
      expect(new Set(ends)).toEqual(new Set(['not-recorded', 'recorded']))
      expect(await flagsOf(id)).toHaveLength(1)
    })

    test('can be imported from the file of the phone', async () => {
      const { id, made, work } = await newAdopted()
      const other = { ...work, order: { ...work.order, quantity: 3 } }
      const file = newFile([{ ...made, entry: { ...made.entry, work: other } }])
      expect(await importFile(file)).toMatchObject({ code: 0 })
      expect(await flagsOf(id)).toEqual(['quantity 3'])
      expect(await importFile(file)).toMatchObject({ code: 0 })
    })

    test('gets no flag after an erase', async () => {
      const { id, made, work } = await newAdopted()
      await ops('customers', 'erase', String(id), '--yes')
      const delivered = { ...work.delivered, runner_notes: 'of the phone' }
      expect(await send(made, { ...work, delivered })).toMatchObject({ outcome: 'recorded' })
      expect(await flagsOf(id)).toEqual([])
    })

    test('is refused as other work of another kind, of another runner, and when it is adopted again', async () => {
      const { id, made } = await newAdopted()
      const refused = { error: { code: 'idempotency-mismatch' } }
      const status = { kind: 'customer-update' as const, body: { status: 'hold' }, seen: undefined }
      expect(await send(made, status)).toMatchObject(refused)
      const lakshmi = await server.signIn(LAKSHMI.phone)
      expect(await send(made, made.entry.work, lakshmi)).toMatchObject(refused)
      const other = newEntry<Work>(id, made.entry.work)
      const adopted = await adopt(other, { customer: 7 }, '--set', `id=${made.entry.id}`)
      expect(adopted.errors[0]).toContain('This id was used for other work.')
      await readOrder(id)
    })
  })

  describe('as a status', () => {
    async function newAdopted() {
      const { id } = await newCustomer(server.deps.db)
      const seen = {
        status: 'assigned',
        comments: '',
        next_followup: null,
        at: '2026-11-21T04:00:00.000Z',
      }
      const work = { kind: 'customer-update' as const, body: { status: 'hold', notes: 'a' }, seen }
      const made = newEntry<Work>(id, work)
      const given = ['--set', 'status=hold', '--set', `customer_id=${id}`]
      const adopted = await adopt(made, { body: { status: 7, notes: 'a' } }, ...given)
      expect(adopted.code).toBe(0)
      return { id, made, work }
    }
    const conflictsOf = (id: number) =>
      server.deps.db.select().from(customerConflicts).where(eq(customerConflicts.customerId, id))
    const statusOf = async (id: number) =>
      (await server.deps.db.select().from(customers).where(eq(customers.id, id)))[0]?.status

    test('ends on the phone without a conflict when the customer has what the phone sends', async () => {
      const { id, made } = await newAdopted()
      expect(await send(made)).toMatchObject({ outcome: 'recorded' })
      expect(await conflictsOf(id)).toEqual([])
    })

    test('gets no conflict after an erase, whatever the phone sends', async () => {
      const { id, made, work } = await newAdopted()
      await ops('customers', 'erase', String(id), '--yes')
      const other = { ...work, body: { status: 'delivered', notes: 'of the phone' } }
      expect(await send(made, other)).toMatchObject({ outcome: 'recorded' })
      expect(await conflictsOf(id)).toEqual([])
    })

    test.each([true, false])(
      'stays as adopted, and the other status is an open conflict (seen by the runner: %s)',
      async (isSeen) => {
        const { id, made, work } = await newAdopted()
        const seen = isSeen ? work.seen : undefined
        const other = { ...work, body: { status: 'delivered', notes: 'a' }, seen }
        expect(await send(made, other)).toMatchObject({ outcome: 'recorded' })
        expect(await send(made, other)).toMatchObject({ outcome: 'recorded' })
        expect(await statusOf(id)).toBe('hold')
        const [conflict, ...others] = await conflictsOf(id)
        expect(others).toEqual([])
        expect(conflict).toMatchObject({ wanted: other.body, office: { status: 'hold' } })
        expect((await ops('customers', 'conflicts')).printed.join('\n')).toContain(`${id}`)
        const ended = await ops('customers', 'end-conflict', `${conflict?.id}`, '--runner')
        expect(ended.errors).toEqual([])
        expect(await statusOf(id)).toBe('delivered')
      },
    )

    test('ends on the phone with a status that no runner can set, which only the office can end', async () => {
      const { id, made, work } = await newAdopted()
      const other = { ...work, body: { status: 'postponed', notes: 'a' } }
      expect(await send(made, other)).toMatchObject({ outcome: 'recorded' })
      expect(await statusOf(id)).toBe('hold')
      const [conflict] = await conflictsOf(id)
      const end = ['customers', 'end-conflict', `${conflict?.id}`]
      expect(await ops(...end, '--runner')).toMatchObject({
        code: 1,
        errors: [
          `Customer ${id} cannot have the status that the runner wanted, so nothing was changed. End the conflict without --runner.`,
        ],
      })
      expect(await ops(...end)).toMatchObject({ code: 0 })
      expect(await statusOf(id)).toBe('hold')
    })
  })
})
