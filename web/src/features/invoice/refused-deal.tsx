import { RotateCw } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { resume } from '../../outbox/outbox.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Why the office did not take a deal, and what can be done; the deal itself is kept whatever happens. */
export function RefusedDeal({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const refused = useValue(entries).find(
    (entry) => entry.visitId === deal.visitId && entry.state === 'refused',
  )
  if (!refused) return null

  function handleAgain(entryId: string) {
    resume(entryId).catch((error: unknown) => reportProblem('Deal not sent again', error))
  }

  return (
    <Banner
      kind="warning"
      title={t(reasonKey(refused))}
      action={
        <Button icon={RotateCw} onClick={() => handleAgain(refused.id)}>
          {t('outbox.refused.again')}
        </Button>
      }
    >
      {t('outbox.refused.kept')}
    </Banner>
  )
}

function reasonKey({ refusal }: OutboxEntry) {
  if (refusal?.code === 'conflict') return 'outbox.refused.conflict' as const
  return refusal?.code === 'not-found'
    ? ('outbox.refused.not-found' as const)
    : ('outbox.refused.other' as const)
}
