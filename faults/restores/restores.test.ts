import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPostgres } from '../../server/src/db/postgres.ts'
import { createFreshPostgres } from '../../server/test/setup/databases.ts'
import type {} from '../../server/test/setup/global-setup.ts'
import { openMemoryDatabase } from '../../server/test/setup/memory-database.ts'
import { Server } from '../server.ts'
import { AGES, Scenario } from './scenario.ts'

const DAY_MS = 86_400_000
const isWhole = process.env.AGES === 'all'

interface Case {
  readonly kind: keyof typeof openers
  /** Of the backups. */
  readonly ages: readonly string[]
  /** How many deals are made. */
  readonly deals: number
  /** How many of them lose their photos. */
  readonly lost: number
}

const openers = {
  embedded: openMemoryDatabase,
  postgres: async () => openPostgres(await createFreshPostgres()),
}

const cases: readonly Case[] = isWhole
  ? [
      { kind: 'embedded', ages: Object.keys(AGES), deals: 50, lost: 6 },
      {
        kind: 'postgres',
        ages: ['1 minute', '6 hours', '13 days', '15 days', '30 days'],
        deals: 26,
        lost: 4,
      },
    ]
  : [
      { kind: 'embedded', ages: ['1 minute', '15 days'], deals: 14, lost: 2 },
      { kind: 'postgres', ages: ['1 hour', '15 days'], deals: 14, lost: 2 },
    ]

let now = 0
beforeEach(() => {
  now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now - 31 * DAY_MS, shouldAdvanceTime: true })
  // The app reports lost connections and photos; here both are expected.
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => void vi.useRealTimers())

test.each(cases)(
  '5 phones on $kind restored from $ages: nothing is lost, doubled or changed, no row of another runner is touched, and exactly the photos that are too old need attention',
  async ({ kind, ages, deals, lost }) => {
    const scenario = await Scenario.open(await Server.open(openers[kind]))
    await scenario.makeHistory(now, ages.map(toMs), 2)
    expect(await scenario.findViolations()).toEqual([])
    for (const age of ages) {
      await scenario.restore(toMs(age), { dealsDuring: 2, hasSessions: false })
      expect(await scenario.findViolations(), `${age}, while the phones send`).toEqual([])
      await scenario.restore(toMs(age), { dealsDuring: 0, hasSessions: toMs(age) >= DAY_MS })
      expect(await scenario.findViolations(), `${age}, between`).toEqual([])
    }
    expect([scenario.dealsMade, scenario.lostPhotos.size]).toEqual([deals, lost])
    await scenario.close()
  },
)

const toMs = (age: string) => AGES[age] ?? 0
