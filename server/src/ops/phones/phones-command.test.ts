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

  it('shows what an evicted phone has lost, until the office removes the phone', async () => {
    const { db } = server.deps
    await db.delete(phones)
    const ravi = await server.signIn(RAVI.phone)
    const [old, fresh] = [randomUUID(), randomUUID()]
    const browser = { cookie: `${ravi.cookie}; veni-phone=${randomUUID()}` }
    const report = (phoneId: string, unsent: object) => {
      const body = { phone_id: phoneId, unsent, items: [] }
      return ravi.send<{ lost?: unknown }>('POST', '/api/reconciliation', body, browser)
    }
    const item = { customer_id: '26', at: '2026-11-20T09:00:00.000Z' }
    const items = [
      { ...item, id: randomUUID(), kind: 'deal', photos: 1 },
      { ...item, id: randomUUID(), kind: 'other', photos: 0 },
    ]
    await report(old, { deals: 1, photos: 1, others: 1, since: item.at, items })
    await report(fresh, { deals: 0, photos: 0, others: 0 })
    const made = 'customer 26, made 2026-11-20 '
    expect((await ops('phones')).printed).toEqual([
      expect.stringMatching(new RegExp(`^${old.slice(0, 8)}  .*, evicted: yes$`)),
      expect.stringMatching(new RegExp(`^! lost: deal of ${made}.*, with 1 photo$`)),
      expect.stringMatching(new RegExp(`^! lost: order or change of ${made}`)),
      expect.stringMatching(new RegExp(`^${fresh.slice(0, 8)}  .*, nothing unsent$`)),
      '2 phones.',
    ])
    expect(await ops('phones', 'remove', old.slice(0, 8))).toMatchObject({ code: 0 })
    expect((await ops('phones')).printed.at(-1)).toBe('1 phone.')
    expect((await report(fresh, { deals: 0, photos: 0, others: 0 })).body).not.toHaveProperty(
      'lost',
    )
    expect(await ops('phones', 'remove', old.slice(0, 8))).toMatchObject({
      code: 1,
      errors: [`There is no phone ${old.slice(0, 8)}.`],
    })
  })
})
