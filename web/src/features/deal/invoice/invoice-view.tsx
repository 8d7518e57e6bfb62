import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslate } from '../../../i18n/translate.ts'
import type { Deal } from '@veni/domain/deal'
import { QrCode } from '../../../ui/display/qr-code.tsx'
import { DealDifferences } from '../completed/deal-differences.tsx'
import { DealStateBadge } from '../completed/deal-state-badge.tsx'
import { useInvoiceDocument, type InvoiceDocument, type InvoicePart } from './invoice-document.ts'
import styles from './invoice-view.module.css'
import { RefusedDeal } from '../completed/refused-deal.tsx'
import table from './invoice-part-table.module.css'

/** The invoice as a document (ruling 23). Only this part of the page is printed. */
export function InvoiceView({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const invoice = useInvoiceDocument(deal)
  const { id, balance, paid } = invoice
  // Only the query changes, so the router does not scroll to the top as on other screens.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [id])
  return (
    <article aria-label={t('invoice.title')} className={styles.invoice}>
      <div className={styles.screenOnly}>
        <DealStateBadge deal={deal} />
        <RefusedDeal deal={deal} />
        <DealDifferences deal={deal} />
      </div>
      <Head invoice={invoice} />
      <Facts invoice={invoice} />
      {invoice.parts.map((part) => (
        <InvoicePartTable key={part.title} part={part} />
      ))}
      <dl className="tabular">
        <div className={styles.balance} data-tone={balance.direction}>
          <dt>{balance.label}</dt>
          <dd>{balance.amount}</dd>
        </div>
        {paid && (
          <div className={styles.paid}>
            <dt>{paid.label}</dt>
            <dd>{paid.amount}</dd>
          </div>
        )}
      </dl>
    </article>
  )
}

function Head({ invoice: { id, status } }: { invoice: InvoiceDocument }) {
  const t = useTranslate()
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <p className={styles.company}>{t('common.appName')}</p>
        <dl>
          <Fact label={t('invoice.id')} isId>
            {id}
          </Fact>
        </dl>
        <p>{status}</p>
      </div>
      <div className={styles.qr}>
        <QrCode text={id} label={t('invoice.qr', { id })} />
      </div>
    </header>
  )
}

function Facts({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <dl className={styles.facts}>
      {invoice.facts.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

interface FactProps {
  label: string
  isId?: boolean
  children: ReactNode
}

function Fact({ label, isId, children }: FactProps) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={isId ? styles.id : styles.value}>{children}</dd>
    </div>
  )
}

/** One part of the invoice: its lines and their total. */
function InvoicePartTable({ part }: { part: InvoicePart }) {
  const { title, lines, total } = part
  return (
    <table className={table.part}>
      <caption className={table.title}>{title}</caption>
      <tbody>
        {lines.map((line, index) => (
          // Two products may have the same name, and the lines never change their order.
          <tr key={`${index} ${line.label}`} className={table.line}>
            <th scope="row">
              {line.label}
              <span className={table.detail}>{line.detail}</span>
            </th>
            <td>{line.amount}</td>
          </tr>
        ))}
        {/* No tfoot: browsers print it at the end of every page, before the sum is complete. */}
        <tr className={table.total}>
          <th scope="row">{total.label}</th>
          <td>{total.amount}</td>
        </tr>
      </tbody>
    </table>
  )
}
