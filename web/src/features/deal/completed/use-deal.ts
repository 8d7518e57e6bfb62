import type { Deal } from '@veni/domain/deal'
import { useEffect, useState } from 'react'
import { reportProblem } from '../../../lib/report.ts'
import { useValue } from '../../../lib/use-value.ts'
import { findDeal } from '../../../outbox/stores/deal-store.ts'
import { entries } from '../../../outbox/entries.ts'
import { owner } from '../../../state/session.ts'

/** `unread`: the phone could not read it. */
export type DealLookup = Deal | 'loading' | 'missing' | 'unread'

/** The signed-in runner's deal with this invoice id. It is read again after each change of the outbox, and by `retry`. */
export function useDeal(invoiceId: string): {
  readonly deal: DealLookup
  readonly retry: () => void
} {
  const outbox = useValue(entries)
  const [attempt, setAttempt] = useState(0)
  const [read, setRead] = useState<{ invoiceId: string; deal: DealLookup }>()
  useEffect(() => {
    let isCurrent = true
    const show = (deal: DealLookup) => isCurrent && setRead({ invoiceId, deal })
    findDeal(owner(), invoiceId).then(
      (found) => show(found ?? 'missing'),
      (error: unknown) => {
        reportProblem('Deal not read', error)
        // What is shown already stays.
        if (isCurrent)
          setRead((old) => (old?.invoiceId === invoiceId ? old : { invoiceId, deal: 'unread' }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [invoiceId, outbox, attempt])
  const retry = () => {
    setRead(undefined)
    setAttempt(attempt + 1)
  }
  // A link to another invoice must not show this one until that is read.
  return { deal: read?.invoiceId === invoiceId ? read.deal : 'loading', retry }
}
