import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit } from '../../state/visit.ts'
import { pendingConfirm } from '../../ui/dialog/confirm-store.ts'
import { switchCustomer } from './switch-customer.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'

/** `storage`: the phone could not store the customer. `unexpected`: any other error. */
type LinkFailure = 'storage' | 'unexpected'

export interface LinkedCustomer {
  /** The link's customer is selected, or the link has no customer. */
  readonly isSettled: boolean
  readonly failure: LinkFailure | undefined
  readonly retry: () => void
}

/**
 * Selects the customer of a link.
 * @param linked the same object while the link does not change
 * @param onDeclined the runner stays with `staying`: the caller must write that customer into the address
 */
export function useLinkedCustomer(
  linked: VisitCustomer | undefined,
  onDeclined: (staying: Visit) => void,
): LinkedCustomer {
  const [, navigate] = useLocation()
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<LinkFailure>()
  const activeId = useValue(activeCustomerId)

  const decline = useEffectEvent(onDeclined)
  const fail = useEffectEvent((error: unknown, leaving: Visit | undefined) => {
    reportProblem('Customer of the link not selected', error)
    // A failed switch leads back to the list. Without a selected customer the runner can retry here.
    if (leaving && leaving.customer.id !== linked?.id) navigate(paths.deliveries())
    else setFailure(error instanceof DOMException ? 'storage' : 'unexpected')
  })

  // This runs before the first paint, so that another customer's name and amounts never appear.
  useLayoutEffect(() => {
    if (!linked) return undefined
    const leaving = activeVisit.get()
    let isOpen = true
    void switchCustomer(linked)
      .then((isSwitched) => {
        // A runner who has signed out meanwhile stays with nobody.
        const staying = activeVisit.get()
        if (isOpen && !isSwitched && staying) decline(staying)
      })
      .catch((error: unknown) => isOpen && fail(error, leaving))
      .finally(() => {
        isOpen = false
      })
    return () => {
      // An obsolete question must not stay on another screen.
      if (isOpen) pendingConfirm.get()?.answer()
      isOpen = false
    }
  }, [linked, attempt])

  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { isSettled: !linked || linked.id === activeId, failure, retry }
}

export interface CustomerLinkProblemProps {
  failure: LinkFailure
  onRetry: () => void
}

/** The app could not select the customer of a link. */
export function CustomerLinkProblem({ failure, onRetry }: CustomerLinkProblemProps) {
  const t = useTranslate()
  return (
    <Banner kind="error" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
      {t(failure === 'storage' ? 'products.initFailed' : 'products.unexpected')}
    </Banner>
  )
}
