/** The content of an invoice in the current language, for the screen, the text and the file (ruling 23). */
import { formatRupees, multiplyPaise, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import { LOCATION_NOT_AVAILABLE, type Location } from '@veni/domain/location'
import type { Runner } from '@veni/domain/runner'
import { hairTypeLabel } from '../../../components/value-names.ts'
import { translation, type Language } from '../../../i18n/language.ts'
import { useTranslate, type Translate } from '../../../i18n/translate.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { useValue } from '../../../lib/use-value.ts'
import { session } from '../../../state/session.ts'
import type { Deal } from '@veni/domain/deal'

export interface InvoiceFigure {
  readonly label: string
  readonly amount: string
}

interface InvoiceLine extends InvoiceFigure {
  /** How the amount is computed, such as `2 × ₹400`. */
  readonly detail: string
}

export interface InvoicePart {
  readonly title: string
  readonly lines: readonly InvoiceLine[]
  readonly total: InvoiceFigure
}

export interface InvoiceDocument {
  readonly id: string
  readonly status: string
  /** Customer, runner, date, payout and location; unknown ones are missing. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** The hair of the customer, and the items that the customer took. */
  readonly parts: readonly InvoicePart[]
  /** The label states the direction of the balance. */
  readonly balance: InvoiceFigure & { readonly direction: 'return' | 'collect' }
  /** The paid amount, labelled with its payout method: a UPI payment is no cash of the runner. */
  readonly paid: InvoiceFigure | undefined
}

export interface InvoiceSetting {
  readonly t: Translate
  readonly language: Language
  /** The runner who made the deal; undefined if nobody is signed in. */
  readonly runner: Runner | undefined
}

/** The invoice of a deal. Runners open only their own deals, so the signed-in runner made the deal. */
export function useInvoiceDocument(deal: Deal): InvoiceDocument {
  const t = useTranslate()
  const { language } = useValue(translation)
  const runner = useValue(session)?.runner
  return invoiceDocument(deal, { t, language, runner })
}

export function invoiceDocument(deal: Deal, setting: InvoiceSetting): InvoiceDocument {
  const { t } = setting
  const { record } = deal
  const isCollecting = record.balance_type === 'collect'
  return {
    id: record.invoice_id,
    status: t(statusKey(deal)),
    facts: factsOf(deal, setting).filter((fact) => fact.value !== ''),
    parts: [hairPart(deal, t), itemsPart(deal, t)],
    balance: {
      label: t(isCollecting ? 'cash.balanceToCollect' : 'cash.balanceToReturn'),
      amount: rupees(record.balance_amount),
      direction: record.balance_type,
    },
    paid:
      deal.kind === 'cash-payment' && deal.record.cash_amount > 0
        ? {
            label: t(deal.record.payout_method === 'upi' ? 'cash.upi' : 'cash.amount'),
            amount: rupees(deal.record.cash_amount),
          }
        : undefined,
  }
}

const paiseOf = (amount: number) => paiseFromRupees(amount) ?? ZERO_PAISE
const rupees = (amount: number) => formatRupees(paiseOf(amount))

function factsOf(deal: Deal, { t, language, runner }: InvoiceSetting) {
  const { record } = deal
  const madeAt = deal.kind === 'settlement' ? deal.record.settlement_date : deal.record.payment_date
  return [
    { label: t('invoice.customer'), value: record.customer_name },
    { label: t('invoice.runner'), value: runner?.name ?? '' },
    { label: t('invoice.date'), value: formatDateTime(madeAt, language) },
    ...(deal.kind === 'cash-payment'
      ? [
          {
            label: t('invoice.payout'),
            value: t(deal.record.payout_method === 'upi' ? 'cash.upi' : 'cash.cash'),
          },
          { label: t('invoice.reference'), value: deal.record.upi_reference },
        ]
      : []),
    { label: t('evidence.location'), value: placeText(record.location, t) },
  ]
}

function placeText({ latitude, longitude, address }: Location, t: Translate): string {
  if (address === LOCATION_NOT_AVAILABLE.address) return t('evidence.locationMissing')
  return address || `${latitude}, ${longitude}`
}

function hairPart({ record }: Deal, t: Translate): InvoicePart {
  return {
    title: t('invoice.hair'),
    lines: record.hair_lines.map((line) => ({
      label: hairTypeLabel(line.hair_type, t),
      detail: t('invoice.hairDetail', {
        grams: line.weight_grams,
        price: rupees(line.price_per_20g),
      }),
      amount: rupees(line.value),
    })),
    total: { label: t('cart.hairValue'), amount: rupees(record.hair_value) },
  }
}

function itemsPart({ record }: Deal, t: Translate): InvoicePart {
  return {
    title: t('invoice.items'),
    lines: record.items.map((item) => ({
      label: item.name,
      detail: `${item.quantity} × ${rupees(item.price)}`,
      amount: formatRupees(multiplyPaise(paiseOf(item.price), item.quantity)),
    })),
    total: { label: t('cart.itemsTotal'), amount: rupees(record.items_total) },
  }
}

function statusKey(deal: Deal) {
  if (deal.kind === 'cash-payment') return 'invoice.statusCompleted'
  return deal.record.status === 'delivered' ? 'invoice.statusDelivered' : 'invoice.statusConfirmed'
}
