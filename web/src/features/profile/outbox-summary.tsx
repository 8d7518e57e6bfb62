import { CircleAlert, CircleCheck, Share2, Smartphone, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { shareFile } from '../../lib/hand-out-file.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { outboxCounts } from '../../outbox/counts.ts'
import { owner } from '../../state/session.ts'
import { isPersistent, readPersistence } from '../../storage/persistence.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { showToast } from '../../ui/message/toast-store.ts'
import styles from './outbox-summary.module.css'

/** Counts the runner's work by state, and exports deals that the phone cannot send. */
export function OutboxSummary() {
  const t = useTranslate()
  const { onPhone, received, attention } = useValue(outboxCounts)
  return (
    <Card>
      <dl className={styles.counters} aria-label={t('profile.whereabouts')}>
        <Counter icon={Smartphone} label={t('invoice.onPhone')} count={onPhone} />
        <Counter icon={CircleCheck} label={t('invoice.received')} count={received} />
        <Counter
          icon={CircleAlert}
          label={t('invoice.attention')}
          count={attention}
          isUrgent={attention > 0}
        />
      </dl>
      <StoragePromise />
      {onPhone + attention > 0 && <ExportDeals />}
    </Card>
  )
}

/** Whether the browser promises to leave unsent work on the phone, and otherwise what to do. */
function StoragePromise() {
  const t = useTranslate()
  const isPromised = useValue(isPersistent)
  useEffect(readPersistence, [])
  return (
    <p className={styles.hint}>
      <output>
        {isPromised !== undefined && t(isPromised ? 'profile.persistent' : 'profile.notPersistent')}
      </output>
    </p>
  )
}

interface CounterProps {
  icon: LucideIcon
  label: string
  count: number
  isUrgent?: boolean
}

function Counter({ icon: Icon, label, count, isUrgent }: CounterProps) {
  return (
    <div data-urgent={isUrgent ? true : undefined}>
      <dt>{label}</dt>
      <dd className="tabular">
        <Icon />
        {count}
      </dd>
    </div>
  )
}

function ExportDeals() {
  const t = useTranslate()
  const [isBusy, setIsBusy] = useState(false)

  async function handleExport() {
    setIsBusy(true)
    try {
      const { exportDeals } = await import('../../outbox/deals-export.ts')
      await shareFile(await exportDeals(owner()))
    } catch (error) {
      reportProblem('Deals not exported', error)
      showToast({ message: t('profile.exportFailed'), tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className={styles.export}>
      <Button icon={Share2} busy={isBusy} wide onClick={() => void handleExport()}>
        {t(isBusy ? 'profile.exporting' : 'profile.export')}
      </Button>
      <p className={styles.hint}>{t('profile.exportHint')}</p>
    </div>
  )
}
