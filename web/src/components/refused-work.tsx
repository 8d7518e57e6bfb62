import { formatRupees, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { CashPayment, Settlement } from '@veni/domain/settlement'
import { RefreshCw } from 'lucide-react'
import { useTranslate, type Translate } from '../i18n/translate.ts'
import { reportProblem } from '../lib/report.ts'
import { isDealEntry, type OutboxEntry } from '../outbox/entry.ts'
import { resume } from '../outbox/outbox.ts'
import { nextStep } from '../outbox/steps.ts'
import { useRefusedWork } from '../outbox/use-outbox.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { Stack } from '../ui/stack.tsx'
import { refusalText } from './refusal-text.ts'
import { statusName } from './status-badge.tsx'

export interface RefusedWorkProps {
  /** Only what concerns one customer. */
  customerId?: string
}

/** What the office did not take; a refused deal says so on its own invoice as well. */
export function RefusedWork({ customerId }: RefusedWorkProps) {
  const t = useTranslate()
  const refused = useRefusedWork(customerId)
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
            {isDealEntry(entry) && !isEvidenceOnly(entry) && `${t('outbox.refused.settled')} `}
            {refusalText(entry, t)} {t('outbox.refused.kept')}
          </Banner>
        ))}
      </Stack>
    </Section>
  )
}

/** The office has the deal by then. */
const isEvidenceOnly = (entry: OutboxEntry) => nextStep(entry)?.isEvidence === true

function whatItIs(entry: OutboxEntry, t: Translate): string {
  const { customerId, work } = entry
  switch (work.kind) {
    case 'customer-update':
      return t('outbox.refused.status', { id: customerId, status: statusName(work.body.status, t) })
    case 'settlement-delivered':
      return t('outbox.refused.handover', { id: work.invoiceId })
    case 'cash-payment':
      return dealTitle(entry, work.payment, t)
    case 'settlement':
      return dealTitle(entry, work.settlement, t)
    case 'single-order':
      return t('outbox.refused.order', { id: customerId })
  }
}

function dealTitle(entry: OutboxEntry, record: CashPayment | Settlement, t: Translate): string {
  const { invoice_id: id, customer_name: name, balance_amount: rupees } = record
  if (isEvidenceOnly(entry)) return t('outbox.refused.photos', { id, name })
  const amount = formatRupees(paiseFromRupees(rupees) ?? ZERO_PAISE)
  return t('outbox.refused.deal', { id, name, amount })
}
