import { useRef } from 'react'
import { useTranslate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import type { DealOf } from '@veni/domain/deal'
import { showToast } from '../../../ui/message/toast-store.ts'
import { markDelivered } from './mark-delivered.ts'

/** Marks a settlement as delivered once, also on a double tap, and shows a message on the next screen. */
export function useMarkDelivered(onDone: () => void): (deal: DealOf<'settlement'>) => void {
  const t = useTranslate()
  const isRunning = useRef(false)
  const isShown = useIsShown()
  return (deal) => {
    if (isRunning.current) return
    isRunning.current = true
    markDelivered(deal).then(
      () => {
        const name = deal.record.customer_name
        showToast({ message: t('settle.delivered', { name }), tone: 'success' })
        if (isShown.current) onDone()
      },
      (error: unknown) => {
        isRunning.current = false
        reportProblem('Settlement not marked', error)
        showToast({ message: t('settle.deliverFailed'), tone: 'error' })
      },
    )
  }
}
