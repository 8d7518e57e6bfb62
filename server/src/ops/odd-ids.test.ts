import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../test/setup/ops.ts'
import { phones } from '../db/schema.ts'

describe.each(opsWays)('numbers that no row has, %s', (_way, kind) => {
  const server = useOps(kind)
  let folder = ''
  const ops = (...words: string[]) => runOps(folder, server.env, words)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veni-hunt-'))
    await storeRunners(server.deps.db)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    [['customers', 'erase', '2147483648', '--yes'], '2147483648 is not the id of a customer.'],
    [['customers', 'export', '9999999999', 'out'], '9999999999 is not the id of a customer.'],
    [['deals', 'adopt', '--order', '2147483648'], 'There is no order 2147483648 of a deal.'],
    [
      ['runners', 'move-customers', RAVI.phone, '9000000002', '2147483648'],
      '2147483648 is not the id of a customer.',
    ],
  ])('%j', async (words, sentence) => {
    expect(await ops(...words)).toMatchObject({ code: 1, errors: [sentence] })
  })

  test('moves thousands of named customers', async () => {
    const { db } = server.deps
    const one = await newCustomer(db)
    const ids = Array.from({ length: 2_500 }, (_, at) => String(1_000_000 + at))
    const { errors } = await ops(
      'runners',
      'move-customers',
      RAVI.phone,
      '9000000002',
      String(one.id),
      ...ids,
    )
    expect(errors[0]?.slice(0, 60)).toContain('Nothing was moved')
  })

  test('removes one of two phones whose ids begin alike, by what the list shows', async () => {
    const { db } = server.deps
    await db.delete(phones)
    const ravi = await server.signIn(RAVI.phone)
    const ids = ['a1b2c3d4-0000-4000-8000-000000000001', 'a1b2c3d4-0000-4000-8000-000000000002']
    for (const phone_id of ids)
      await ravi.send('POST', '/api/reconciliation', {
        phone_id,
        unsent: { deals: 0, photos: 0, others: 0 },
        items: [],
      })
    const { printed } = await ops('phones')
    const shown = printed[0]!.split(' ')[0]!
    expect(await ops('phones', 'remove', shown)).toMatchObject({
      code: 1,
      errors: [`2 phones begin with ${shown}: ${ids.join(', ')}. Name one of them.`],
    })
    expect(await ops('phones', 'remove', ids[0]!)).toMatchObject({ code: 0 })
    expect((await ops('phones')).printed.at(-1)).toBe('1 phone.')
  })
})
