import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { LAKSHMI, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { phones } from '../../db/schema.ts'

describe.each(opsWays)('phones %s', (_way, kind) => {
  const server = useOps(kind)
  const ops = (...words: string[]) => runOps('.', server.env, words)

  it('lists what each phone last reported, those that are silent with unsent work first', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const [ravi, lakshmi] = [await server.signIn(RAVI.phone), await server.signIn(LAKSHMI.phone)]
    const [holding, idle] = [randomUUID(), randomUUID()]
    const report = (client: typeof ravi, phoneId: string, unsent: object) =>
      client.send('POST', '/api/reconciliation', { phone_id: phoneId, unsent, items: [] })
    const since = '2026-11-20T09:00:00.000Z'
    await report(lakshmi, idle, { deals: 0, photos: 0, others: 0 })
    await report(ravi, holding, { deals: 1, photos: 2, others: 3, since })
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await db.update(phones).set({ contactAt: yesterday }).where(eq(phones.id, holding))

    const all = await ops('phones')
    expect(all.printed).toEqual([
      expect.stringMatching(
        `^${holding.slice(0, 8)}  Ravi Kumar ${RAVI.phone}: last contact .*, unsent 1 deal, 2 photos and 3 other items since `,
      ),
      expect.stringMatching(
        `^${idle.slice(0, 8)}  Lakshmi Devi ${LAKSHMI.phone}: last contact .*, nothing unsent$`,
      ),
      '2 phones.',
    ])
    expect((await ops('phones', '--unsent')).printed.at(-1)).toBe('1 phone.')
    expect((await ops('phones', '--silent', '24')).printed.at(-1)).toBe('1 phone.')
    expect((await ops('phones', '--unsent', '--silent', '26')).printed).toEqual(['0 phones.'])
    expect((await ops('phones', '--silent', 'long')).code).not.toBe(0)
  })
})
