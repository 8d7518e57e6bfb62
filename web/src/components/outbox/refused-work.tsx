import { formatRupees, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { CashPayment, Settlement } from '@veni/domain/deal/record'
import { RefreshCw } from 'lucide-react'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { resume } from '../../outbox/page-outbox.ts'
import { invoiceIdOf, isUnknownDeal } from '../../outbox/refused-deal.ts'
import { useRefusedWork } from '../../outbox/use-outbox.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { balanceKey } from './deal-balance.ts'
import { refusalText } from './refusal-text.ts'
import { statusName } from '../customer/status-badge.tsx'

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
            {[...dealWords(entry, t), refusalText(entry, t), t('outbox.refused.kept')].join(' ')}
          </Banner>
        ))}
      </Stack>
    </Section>
  )
}

function whatItIs(entry: OutboxEntry, t: Translate): string {
  const { customerId, work } = entry
  switch (work.kind) {
    case 'customer-update':
      return t('outbox.refused.status', { id: customerId, status: statusName(work.body.status, t) })
    case 'settlement-delivered':
      return t('outbox.refused.handover', { id: work.invoiceId })
    case 'cash-payment':
      return dealTitle(work.payment, t)
    case 'settlement':
      return dealTitle(work.settlement, t)
    case 'single-order':
      return t('outbox.refused.order', { id: customerId })
  }
}

/** With whom, which way the money went, and how much. */
function dealTitle(record: CashPayment | Settlement, t: Translate): string {
  const amount = formatRupees(paiseFromRupees(record.balance_amount) ?? ZERO_PAISE)
  return `${record.customer_name || `#${record.customer_id}`} · ${t(balanceKey(record))} ${amount}`
}

/** Of a deal whose photos alone were refused the office knows. */
function dealWords(entry: OutboxEntry, t: Translate): string[] {
  const id = invoiceIdOf(entry.work)
  if (id === undefined) return []
  return isUnknownDeal(entry)
    ? [`${t('outbox.refused.deal', { id })}.`, t('outbox.refused.settled')]
    : [`${t('outbox.refused.photos', { id })}.`]
}
