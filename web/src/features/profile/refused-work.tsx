import { RefreshCw } from 'lucide-react'
import { refusalText } from '../../components/refusal-text.ts'
import { statusName } from '../../components/status-badge.tsx'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { resume } from '../../outbox/outbox.ts'
import { nextStep } from '../../outbox/steps.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.tsx'

/** What the office did not take; a refused deal says so on its own invoice as well. */
export function RefusedWork() {
  const t = useTranslate()
  const refused = useValue(entries).filter(({ state }) => state === 'refused')
  if (refused.length === 0) return null

  function handleAgain(entryId: string) {
    resume(entryId).catch((error: unknown) => reportProblem('Work not sent again', error))
  }

  return (
    <Section title={t('outbox.refused.title')} count={refused.length}>
      <Stack>
        {refused.map((entry) => (
          <Banner
            key={entry.id}
            kind="warning"
            title={whatItIs(entry, t)}
            action={
              <Button icon={RefreshCw} onClick={() => handleAgain(entry.id)}>
                {t('outbox.refused.again')}
              </Button>
            }
          >
            {refusalText(entry, t)} {t('outbox.refused.kept')}
          </Banner>
        ))}
      </Stack>
    </Section>
  )
}

function whatItIs(entry: OutboxEntry, t: Translate): string {
  const { customerId, work } = entry
  // The office may have the deal by then.
  const deal = nextStep(entry)?.isEvidence ? 'outbox.refused.photos' : 'outbox.refused.deal'
  switch (work.kind) {
    case 'customer-update':
      return t('outbox.refused.status', { id: customerId, status: statusName(work.body.status, t) })
    case 'settlement-delivered':
      return t('outbox.refused.handover', { id: work.invoiceId })
    case 'cash-payment':
      return t(deal, { id: work.payment.invoice_id })
    case 'settlement':
      return t(deal, { id: work.settlement.invoice_id })
    case 'single-order':
      return t('outbox.refused.order', { id: customerId })
  }
}
