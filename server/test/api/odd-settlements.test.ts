import { beforeAll, describe, expect, it, vi } from 'vitest'
import { oddDeals } from '../fixtures/odd-deals.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { ONE_ITEM, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.parse('2026-11-22T18:00:00Z')
const YESTERDAY = new Date(NOW - 86_400_000).toISOString()

const hairLine = { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }
const product = ONE_ITEM.items[0]!

describe.each(databaseKinds)('an odd settlement on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    return () => vi.useRealTimers()
  })
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const { settle, flagsOf, isListed } = oddDeals(server, () => ravi, YESTERDAY)

  const noHair = { hair_lines: [], hair_weight: 0, hair_value: 0 }
  it.each([
    [
      'much to collect',
      {
        items: [{ ...product, quantity: 400 }],
        items_total: 11_776,
        balance_amount: 11_426,
        balance_type: 'collect',
      },
      ['not-collected: balance_amount'],
    ],
    [
      'much money that went back',
      {
        hair_lines: [{ ...hairLine, weight_grams: 9_900, value: 34_650 }],
        hair_weight: 9_900,
        hair_value: 34_650,
        items: [product],
        items_total: 29.44,
        balance_amount: 34_620.56,
      },
      ['large-return: balance_amount'],
    ],
    ['money for the hair and no items', {}, ['no-items: items']],
    [
      'items and no hair',
      {
        ...noHair,
        items: [product],
        items_total: 29.44,
        balance_amount: 29.44,
        balance_type: 'collect',
      },
      ['no-hair: hair_lines'],
    ],
    [
      'neither hair nor items',
      { ...noHair, balance_amount: 0 },
      ['no-items: items', 'no-hair: hair_lines'],
    ],
  ])('with %s is stored, flagged and listed', async (_name, fields, flags) => {
    const invoice = await settle(fields)
    const stored = await flagsOf(invoice)
    expect(stored?.map(({ kind: name, field }) => `${name}: ${field}`)).toEqual(flags)
    expect(await isListed(invoice)).toBe(true)
  })
})
