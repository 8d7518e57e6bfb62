import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Seen } from '@veni/domain/customer/seen'
import { newEntry, newFile } from '../../../../test/fixtures/phone-file.ts'
import { newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { customers } from '../../../db/schema.ts'

const AT = '2026-11-21T04:00:00.000Z'
const seen: Seen = { status: 'assigned', comments: '', next_followup: null, at: AT }

describe.each(opsWays)(
  'import deals of a status that is older than one of the office, %s',
  (_, kind) => {
    const server = useOps(kind)
    const { importFile } = useDealsImport(server)
    beforeAll(() => storeRunners(server.deps.db))
    const ops = (...words: string[]) => runOps('.', server.env, ['customers', ...words])

    test('refuses it and lists it once among the conflicts, where the office ends it', async () => {
      const { db } = server.deps
      const { id } = await newCustomer(db, { status: 'hold', officeChangedAt: new Date() })
      const body = { status: 'rejected', notes: 'No hair' } as const
      const status = newEntry(id, { kind: 'customer-update', body, seen })
      const file = newFile([status])
      const refusal = `status of customer ${id}: refused, the office has changed the customer since the runner saw them: npm run ops -- customers conflicts`
      expect(await importFile(file)).toMatchObject({ code: 1, errors: [refusal] })
      const { printed } = await ops('conflicts')
      expect(printed.at(-1)).toBe('1 conflict.')
      expect(printed[0]).toContain(RAVI.phone)
      expect(printed[3]).toMatch(/^! runner: rejected "No hair", tapped /)
      // The phone sends it, too, and the office imports the file once more.
      const ravi = await server.signIn(RAVI.phone)
      const { id: entryId, customerId, work } = status.entry
      const items = [{ version: 1, id: entryId, customer_id: customerId, work }]
      await ravi.send('POST', '/api/work', { items })
      expect(await importFile(file)).toMatchObject({ code: 1, errors: [refusal] })
      expect((await ops('conflicts')).printed).toEqual(printed)

      const number = /^\d+/.exec(printed[0] ?? '')?.[0] ?? ''
      await ops('end-conflict', number, '--runner')
      const [row] = await db.select().from(customers).where(eq(customers.id, id))
      expect(row).toMatchObject({ status: 'rejected', notes: 'No hair' })
      // Now the office has what the runner wanted.
      expect(await importFile(file)).toMatchObject({ code: 0 })
      expect((await ops('conflicts')).printed).toEqual(['0 conflicts.'])
    })

    test('also for a customer without a runner, who stays without one', async () => {
      const { db } = server.deps
      const office = { status: 'interested', runnerId: null, officeChangedAt: new Date() }
      const { id } = await newCustomer(db, office)
      const body = { status: 'rejected' } as const
      await importFile(newFile([newEntry(id, { kind: 'customer-update', body, seen })]))
      const { printed } = await ops('conflicts')
      expect(printed[1]).toContain(`(customer ${id})`)
      const [row] = await db.select().from(customers).where(eq(customers.id, id))
      expect(row).toMatchObject({ status: 'interested', runnerId: null })
    })
  },
)
