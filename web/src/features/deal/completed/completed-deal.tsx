import { CircleCheck, PackageCheck, ReceiptText } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { Screen } from '../../../components/frame/screen.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { entries } from '../../../outbox/entries.ts'
import { findDealEntry } from '../../../outbox/counts.ts'
import { paths } from '../../../paths.ts'
import { ActionArea, Stack } from '../../../ui/layout/layout.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/message/banner.tsx'
import { EmptyState } from '../../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../../ui/button/link-button.tsx'
import { Loading } from '../../../ui/placeholder/loading.tsx'
import { useAnnounced } from '../../../ui/message/announcer.ts'
import styles from './completed-deal.module.css'
import { InvoiceActions } from '../invoice/invoice-actions.tsx'
import { InvoiceView } from '../invoice/invoice-view.tsx'
import { useDeal, type DealLookup } from './use-deal.ts'
import type { MouseEvent } from 'react'

export interface CompletedDealProps {
  invoiceId: string
  title: string
  /** Offered until the items of a settlement are delivered. */
  onMarkDelivered?: (deal: Extract<Deal, { kind: 'settlement' }>) => void
}

/** The screen of a completed deal with its invoice. The invoice id in the link lets it survive a reload. */
export function CompletedDeal({ invoiceId, title, onMarkDelivered }: CompletedDealProps) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const { deal, retry } = useDeal(invoiceId)
  const isPending =
    typeof deal === 'object' && deal.kind === 'settlement' && deal.record.status === 'confirmed'
  return (
    <Screen
      title={title}
      footer={
        deal !== 'missing' && (
          <ActionArea>
            {isPending && onMarkDelivered && (
              <Button
                variant="primary"
                icon={PackageCheck}
                onClick={onFirstTap(() => onMarkDelivered(deal))}
              >
                {t('settle.markDelivered')}
              </Button>
            )}
            <Button
              variant={isPending && onMarkDelivered ? 'secondary' : 'primary'}
              wide
              onClick={onFirstTap(() => navigate(paths.deliveries()))}
            >
              {t('invoice.backToDeliveries')}
            </Button>
          </ActionArea>
        )
      }
    >
      <Outcome deal={deal} onRetry={retry} />
    </Screen>
  )
}

interface OutcomeProps {
  deal: DealLookup
  onRetry: () => void
}

function Outcome({ deal, onRetry }: OutcomeProps) {
  const t = useTranslate()
  const heading = useAnnounced<HTMLHeadingElement>()
  const outbox = useValue(entries)
  if (deal === 'loading') return <Loading label={t('common.loading')} height="62rem" />
  if (deal === 'unread')
    return (
      <Banner kind="error" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
        {t('invoice.unread')}
      </Banner>
    )
  if (deal === 'missing')
    return (
      <EmptyState
        icon={ReceiptText}
        title={t('invoice.missing')}
        action={
          <Link href={paths.deliveries()} asChild>
            <LinkButton variant="primary">{t('invoice.backToDeliveries')}</LinkButton>
          </Link>
        }
      />
    )
  const isRefused = findDealEntry(outbox, deal)?.state === 'refused'
  return (
    <Stack>
      <div className={styles.done}>
        {!isRefused && <CircleCheck aria-hidden />}
        <h2 ref={heading} className={styles.title}>
          {t(deal.kind === 'settlement' ? 'settle.done' : 'cash.done')}
        </h2>
      </div>
      <InvoiceView deal={deal} />
      <InvoiceActions deal={deal} />
    </Stack>
  )
}

/**
 * Ignores the second tap of a double tap: this button appears where the runner has just tapped another one.
 * `detail` counts the taps; a key press has 0.
 */
const onFirstTap = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}
