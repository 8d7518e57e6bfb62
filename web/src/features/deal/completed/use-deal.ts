import type { Deal } from '@veni/domain/deal'
import { useEffect, useState } from 'react'
import { reportProblem } from '../../../lib/report.ts'
import { useValue } from '../../../lib/use-value.ts'
import { findDeal } from '../../../outbox/stores/deal-store.ts'
import { entries } from '../../../outbox/entries.ts'
import { owner } from '../../../state/session.ts'

export type DealLookup = Deal | 'loading' | 'missing'

/** The signed-in runner's deal with this invoice id. It is read again after each change of the outbox. */
export function useDeal(invoiceId: string): DealLookup {
  const outbox = useValue(entries)
  const [read, setRead] = useState<{ invoiceId: string; deal: DealLookup }>()
  useEffect(() => {
    let isCurrent = true
    findDeal(owner(), invoiceId).then(
      (found) => {
        if (isCurrent) setRead({ invoiceId, deal: found ?? 'missing' })
      },
      (error: unknown) => reportProblem('Deal not read', error),
    )
    return () => {
      isCurrent = false
    }
  }, [invoiceId, outbox])
  // A link to another invoice must not show this one until that is read.
  return read?.invoiceId === invoiceId ? read.deal : 'loading'
}
