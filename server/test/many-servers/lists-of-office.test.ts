/** Whoever changes customers, no server answers with the list of before. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { listCustomers } from '../../src/customers/service.ts'
import { customerConflicts, customers } from '../../src/db/schema.ts'
import { cashDeal, newFile } from '../fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { runOps } from '../setup/ops.ts'
import { useServer } from '../setup/server.ts'

describe('two servers that have a list in their memory', () => {
  const server = useServer('postgres', { RUNNER_CALLS_PER_MINUTE: '0' })
  const folder = mkdtempSync(join(tmpdir(), 'veni-lists-'))
  let other: FastifyInstance
  let ravi: Client
  let id: number

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    other = await buildApp(server.deps)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    id = (await newCustomer(server.deps.db, { comments: 'Moved away', nextFollowup: null })).id
  })
  afterAll(async () => {
    await other.close()
    rmSync(folder, { recursive: true })
  })

  async function ops(...words: string[]): Promise<void> {
    expect(await runOps(folder, server.env, words)).toMatchObject({ code: 0, errors: [] })
  }
  async function withFile(name: string, text: string, ...words: string[]): Promise<void> {
    writeFileSync(join(folder, name), text)
    await ops(...words, name)
  }
  const read = async (app: FastifyInstance) => {
    const { payload } = await app.inject({
      url: '/api/customers',
      headers: { cookie: ravi.cookie },
    })
    return payload
  }

  const sendWork = async ({ entry }: Awaited<ReturnType<typeof cashDeal>>) => {
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }
    const { body } = await ravi.send('POST', '/api/work', { items: [item] })
    expect(body).toMatchObject({ results: [{ outcome: 'recorded' }] })
  }

  async function endConflict(): Promise<void> {
    const office = { status: 'assigned', comments: 'Moved away', next_followup: null }
    const wanted = { status: 'hold', comments: 'After the festival', next_followup: '2026-12-01' }
    const [conflict] = await server.deps.db
      .insert(customerConflicts)
      .values({
        workId: randomUUID(),
        customerId: id,
        runnerId: RAVI.id,
        wanted,
        seen: { ...wanted, at: '2026-11-21T04:00:00.000Z', clock_offset_s: 0 },
        office,
        officeChangedAt: new Date(),
        receivedAt: new Date(),
      })
      .returning()
    await ops('customers', 'end-conflict', String(conflict?.id), '--runner')
  }

  const columns = 'id,state,district,village_info,member_name,status,runner_id,comments'
  const changes: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'a call of a runner',
      async () => {
        const body = { status: 'hold', comments: 'Call first' }
        expect((await ravi.send('PUT', `/api/customers/${id}`, body)).status).toBe(200)
      },
    ],
    ['a deal in one call', async () => sendWork(await cashDeal(id))],
    [
      'an import of customers, of which one is new',
      () =>
        withFile(
          'customers.csv',
          `${columns}\n${id},Telangana,Mulugu,Eturnagaram,Another name,hold,${RAVI.id},New\n${id + 1_000_000},Telangana,Mulugu,Eturnagaram,New one,hold,${RAVI.id},New\n`,
          'import',
          'customers',
        ),
    ],
    [
      'an import of a deal',
      async () =>
        withFile('deals.json', JSON.stringify(newFile([await cashDeal(id)])), 'import', 'deals'),
    ],
    ['an erase', () => ops('customers', 'erase', String(id), '--yes')],
    [
      'a move of a customer to another runner',
      () => ops('runners', 'move-customers', RAVI.phone, LAKSHMI.phone, String(id)),
    ],
    ['the end of a conflict', endConflict],
    [
      'a statement by hand',
      async () => void (await server.deps.db.delete(customers).where(eq(customers.id, id))),
    ],
  ]

  test.each(changes)('answer with the new one after %s', async (_name, change) => {
    const before = await Promise.all([read(server.app), read(other)])
    await change()
    const { json } = await listCustomers(server.deps.db, RAVI.id)
    expect(before).not.toContain(json)
    expect(await Promise.all([read(server.app), read(other)])).toEqual([json, json])
  })
})
