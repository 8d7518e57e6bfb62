import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { useState } from 'react'
import { fetchOlderRecords } from '../../api/runner-record-query.ts'
import { reportProblem } from '../../lib/report.ts'

export interface OlderRecords {
  /** The pages that the runner has asked for, joined to the first one. */
  readonly record: RunnerRecord | null | undefined
  /** Fetches the next page; absent when there is none. */
  readonly loadOlder?: () => void
  readonly isLoading: boolean
  readonly hasFailed: boolean
}

interface Pages {
  /** The first page names where the others begin. When it changes, they begin somewhere else. */
  readonly of: string | undefined
  readonly records: readonly RunnerRecord[]
}

/** The runner record with the older pages that the runner has asked for. */
export function useOlderRecords(first: RunnerRecord | null | undefined): OlderRecords {
  const [stored, setStored] = useState<Pages>({ of: undefined, records: [] })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const pages = stored.of === first?.older ? stored.records : []
  const record = first && joinPages(first, pages)
  const next = record?.older

  async function load(older: string) {
    setState('loading')
    try {
      setStored({ of: first?.older, records: [...pages, await fetchOlderRecords(older)] })
      setState('idle')
    } catch (error) {
      reportProblem('Older deals not shown', error)
      setState('failed')
    }
  }

  return {
    record,
    ...(next !== undefined && { loadOlder: () => void load(next) }),
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
  }
}

function joinPages(first: RunnerRecord, pages: readonly RunnerRecord[]): RunnerRecord {
  const all = [first, ...pages]
  const older = all.at(-1)?.older
  return {
    runner: first.runner,
    orders: all.flatMap(({ orders }) => orders),
    settlements: all.flatMap(({ settlements }) => settlements),
    cash_payments: all.flatMap(({ cash_payments: payments }) => payments),
    ...(older !== undefined && { older }),
  }
}
