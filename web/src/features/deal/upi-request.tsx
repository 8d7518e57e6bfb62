import { absolutePaise, type Paise } from '@veni/domain/money'
import { isUpiId, makeUpiPaymentLink } from '@veni/domain/deal/upi'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { appConfig } from '../../app-config.ts'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { QrCode } from '../../ui/display/qr-code.tsx'
import styles from './upi-request.module.css'

export interface UpiRequestProps {
  /** Negative if the customer owes money. */
  balancePaise: Paise
  customerId: string
}

/** Lets the customer pay the balance to collect to the company's UPI id, if one is configured. */
export function UpiRequest({ balancePaise, customerId }: UpiRequestProps) {
  const t = useTranslate()
  // Read once, so that an invalid id is reported once.
  const [payeeId] = useState(companyUpiId)
  if (!payeeId || balancePaise >= 0) return null
  const payeeName = t('common.appName')
  const amountPaise = absolutePaise(balancePaise)
  const link = makeUpiPaymentLink({
    payeeId,
    payeeName,
    amountPaise,
    note: `${payeeName} #${customerId}`,
  })
  return (
    <Card>
      <div className={styles.request}>
        <p className={styles.title}>{t('cash.scanToPay')}</p>
        <Rupees paise={amountPaise} size="large" tone="collect" />
        <div className={styles.qr}>
          <QrCode text={link} label={t('cash.upiQr', { payee: payeeId })} />
        </div>
        <p className={styles.payee}>{payeeId}</p>
        <LinkButton icon={ScanLine} wide href={link}>
          {t('cash.payWithUpi')}
        </LinkButton>
      </div>
    </Card>
  )
}

/** @returns '' if none is configured or the configured one is invalid */
function companyUpiId(): string {
  const configured = appConfig().companyUpiId.trim()
  if (configured === '' || isUpiId(configured)) return configured
  reportProblem(`COMPANY_UPI_ID is no UPI id: ${configured}`)
  return ''
}
