import {
  MOST_RECONCILED_ITEMS,
  type ReconciledItem,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import { expect, test } from 'vitest'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { resumeRecorded } from './resume-recorded.ts'

const NOW = 5_000

const refused = (id: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id, owner: '9', customerId: '7', createdAt: 1, work: rejectedWork }),
  state: 'refused',
  refusal: { status: 409 },
  ...changes,
})

type Result = Partial<ReconciliationReply['results'][number]>

/** @param resultOf what the server answers for an entry */
async function resume(stored: readonly OutboxEntry[], resultOf: (id: string) => Result) {
  const asked: string[][] = []
  const changed: OutboxEntry[] = []
  const ask = (items: readonly ReconciledItem[]) => {
    asked.push(items.map(({ id }) => id))
    const results = items.map(({ id }) => resultOf(id))
    return Promise.resolve({ results } as unknown as ReconciliationReply)
  }
  const changeEntry = (id: string, change: (entry: OutboxEntry) => OutboxEntry | undefined) => {
    const next = change(stored.find((one) => one.id === id)!)
    if (next) changed.push(next)
    return Promise.resolve(next)
  }
  const clock = { now: () => NOW }
  const count = await resumeRecorded(stored, { entries: { changeEntry }, clock, ask })
  return { count, asked, changed }
}

test('the server is asked for refused entries only, for none that it has recorded or that was sent again before', async () => {
  const stored = [
    refused('asked'),
    refused('recorded', { hash: 'ab' }),
    refused('resumed', { isResumed: true }),
    refused('waiting', { state: 'waiting' }),
  ]
  const { asked, count } = await resume(stored, () => ({ state: 'missing' }))
  expect([asked, count]).toEqual([[['asked']], 0])
})

test('an entry is sent again when the server has its work, or the deal of its order', async () => {
  const results: Record<string, Result> = {
    missing: { state: 'missing', has_deal: false },
    deal: { state: 'missing', has_deal: true },
    work: { state: 'recorded' as never },
  }
  const { changed, count } = await resume(
    Object.keys(results).map((id) => refused(id)),
    (id) => results[id]!,
  )
  expect(count).toBe(2)
  const { refusal: _, ...sentAgain } = refused('deal')
  expect(changed).toEqual(
    ['deal', 'work'].map((id) => ({
      ...sentAgain,
      id,
      state: 'waiting',
      nextAttemptAt: NOW,
      isResumed: true,
    })),
  )
})

test('many refused entries are asked for in several calls', async () => {
  const stored = Array.from({ length: MOST_RECONCILED_ITEMS + 1 }, (_, at) => refused(`${at}`))
  const { asked, count } = await resume(stored, () => ({ state: 'missing', has_deal: true }))
  expect(asked.map((ids) => ids.length)).toEqual([MOST_RECONCILED_ITEMS, 1])
  expect(count).toBe(MOST_RECONCILED_ITEMS + 1)
})
