import { RefreshCw } from 'lucide-react'
import { refusalText } from '../../../components/outbox/refusal-text.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import { useValue } from '../../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { entries } from '../../../outbox/entries.ts'
import { findDealEntry } from '../../../outbox/counts.ts'
import { resume } from '../../../outbox/page-outbox.ts'
import { Banner } from '../../../ui/message/banner.tsx'
import { Button } from '../../../ui/button/button.tsx'

/** Explains why the server refused a deal, and what the runner can do. The deal stays stored. */
export function RefusedDeal({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const entry = findDealEntry(useValue(entries), deal)
  if (entry?.state !== 'refused') return null
  const { id } = entry

  function handleAgain() {
    resume(id).catch((error: unknown) => reportProblem('Deal not sent again', error))
  }

  return (
    <Banner
      kind="warning"
      title={refusalText(entry, t)}
      action={
        <Button icon={RefreshCw} onClick={handleAgain}>
          {t('outbox.refused.again')}
        </Button>
      }
    >
      {t('outbox.refused.kept')}
    </Banner>
  )
}
