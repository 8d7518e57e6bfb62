import { formatRupees, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import { findInvoiceId } from '@veni/domain/work'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import type { DealHead, EntryHead } from '../../outbox/entry.ts'
import { resume, withdraw } from '../../outbox/page-outbox.ts'
import { isRefusedDeal } from '../../outbox/refused-deal.ts'
import { useRefusedWork } from '../../outbox/use-outbox.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { balanceKey } from '../value-names.ts'
import { refusalText } from './refusal-text.ts'
import { statusName } from '../customer/customer-badges.tsx'

export interface RefusedWorkProps {
  /** Shows only the work of this customer. */
  customerId?: string
  /** Draws what the runner can do about the photos of an entry. */
  renderPhotos?: (entry: EntryHead) => ReactNode
}

/** Work that the server refused. The invoice of a refused deal shows the refusal, too. */
export function RefusedWork({ customerId, renderPhotos }: RefusedWorkProps) {
  const t = useTranslate()
  const refused = useRefusedWork(customerId)
  if (refused.length === 0) return null

  return (
    <Section title={t('outbox.refused.title')} count={refused.length}>
      <Stack>
        {refused.map((entry) => (
          <Banner
            key={entry.id}
            kind="warning"
            title={titleOf(entry, t)}
            action={<EntryActions entry={entry}>{renderPhotos?.(entry)}</EntryActions>}
          >
            {[
              ...dealSentences(entry, t),
              refusalText(entry, t),
              ...stayingSentences(entry, t),
            ].join(' ')}
          </Banner>
        ))}
      </Stack>
    </Section>
  )
}

/** The runner sends the work again; a conflict also ends with what the office has. */
function EntryActions({
  entry: { id, refusal },
  children,
}: {
  entry: EntryHead
  children: ReactNode
}) {
  const t = useTranslate()

  function handleResume() {
    resume(id).catch((error: unknown) => reportProblem('Refused work not resumed', error))
  }

  function handleWithdraw() {
    withdraw(id).catch((error: unknown) => reportProblem('Status not withdrawn', error))
  }

  return (
    <Stack gap="small">
      {children}
      <Button icon={RefreshCw} onClick={handleResume}>
        {t('outbox.refused.again')}
      </Button>
      {refusal?.office && (
        <Button onClick={handleWithdraw}>{t('outbox.refused.keepOffice')}</Button>
      )}
    </Stack>
  )
}

function titleOf(entry: EntryHead, t: Translate): string {
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

/** Customer, direction of the payment and amount. */
function dealTitle(record: DealHead, t: Translate): string {
  const amount = formatRupees(paiseFromRupees(record.balance_amount) ?? ZERO_PAISE)
  return `${record.customer_name || `#${record.customer_id}`} · ${t(balanceKey(record))} ${amount}`
}

/** A lost photo is nowhere, so nothing stays on the phone; and a conflict ends by what the runner decides. */
const stayingSentences = ({ refusal }: EntryHead, t: Translate): string[] =>
  refusal?.code === 'photo-lost' || refusal?.office ? [] : [t('outbox.refused.kept')]

/** The server has a deal of which it refused only the photos. */
function dealSentences(entry: EntryHead, t: Translate): string[] {
  const id = findInvoiceId(entry.work)
  if (id === undefined) return []
  return isRefusedDeal(entry)
    ? [`${t('outbox.refused.deal', { id })}.`, t('outbox.refused.settled')]
    : [`${t('outbox.refused.photos', { id })}.`]
}
