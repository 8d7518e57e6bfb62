import { formatRupees, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { Difference } from '@veni/domain/deal/record'
import { hairTypeLabel } from '../../../components/value-names.ts'
import { useTranslate, type Translate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { entries } from '../../../outbox/entries.ts'
import { findDealEntry } from '../../../outbox/counts.ts'
import { Banner } from '../../../ui/message/banner.tsx'

/** The differences between the deal and the recount. The runner sees them at once; the deal itself does not change. */
export function DealDifferences({ deal }: { deal: Deal }) {
  const t = useTranslate()
  // The entry has the differences earlier than the deal, which is marked only after its photos are sent.
  const entry = findDealEntry(useValue(entries), deal)
  const differences = deal.differences ?? entry?.differences ?? []
  if (differences.length === 0) return null
  return (
    <Banner kind="info" title={t('invoice.recounted')}>
      <ul>
        {differences.map((difference) => (
          <li key={difference.field}>
            {t('invoice.difference', {
              what: nameOf(difference, deal, t),
              phone: figureText(difference.field, difference.phone, t),
              office: figureText(difference.field, difference.office, t),
            })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

const names = {
  hair_value: 'cart.hairValue',
  items_total: 'cart.itemsTotal',
  cash_amount: 'cash.amount',
  balance_amount: 'cart.balance',
  balance_type: 'cart.balance',
} as const

function nameOf({ field }: Difference, { record }: Deal, t: Translate): string {
  const [part = '', index = ''] = field.split('.')
  const hair = part === 'hair_lines' ? record.hair_lines[Number(index)] : undefined
  if (hair) return hairTypeLabel(hair.hair_type, t)
  const item = part === 'items' ? record.items[Number(index)] : undefined
  if (item) return item.name
  return field in names ? t(names[field as keyof typeof names]) : t('invoice.hair')
}

function figureText(field: string, figure: Difference['office'], t: Translate): string {
  if (figure === null) return '–'
  if (figure === 'return') return t('cash.balanceToReturn')
  if (figure === 'collect') return t('cash.balanceToCollect')
  if (field.includes('weight') || typeof figure === 'string') return String(figure)
  return formatRupees(paiseFromRupees(figure) ?? ZERO_PAISE)
}
