import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit } from '../../state/visit.ts'
import { pendingConfirm } from '../../ui/dialog/confirm-store.ts'
import { switchCustomer } from './switch-customer.ts'

/** `storage`: the phone refused to keep the customer. `unexpected`: anything else. */
export type LinkFailure = 'storage' | 'unexpected'

export interface LinkedCustomer {
  /** The active customer is the link's, or the link names none. */
  readonly isSettled: boolean
  readonly failure: LinkFailure | undefined
  readonly retry: () => void
}

/**
 * Makes the customer a link names the active one (spec §2 /products, /payment-mode).
 * @param linked the same object for as long as the link is the same
 * @param onDeclined the runner stays with `staying`; the address must name that customer again
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
    reportProblem('The customer of the link could not be selected', error)
    // A failed switch leads back to the list (spec §8); with nobody active there is nothing to lose by trying again.
    if (leaving && leaving.customer.id !== linked?.id) navigate(paths.deliveries())
    else setFailure(error instanceof DOMException ? 'storage' : 'unexpected')
  })

  // Before the first paint, so that another customer's name and money never flash up.
  useLayoutEffect(() => {
    if (!linked) return undefined
    const leaving = activeVisit.get()
    let isOpen = true
    void switchCustomer(linked)
      .then((isSwitched) => isOpen && !isSwitched && leaving && decline(leaving))
      .catch((error: unknown) => isOpen && fail(error, leaving))
      .finally(() => {
        isOpen = false
      })
    return () => {
      // A question nobody waits for any more must not stay on another screen.
      if (isOpen) pendingConfirm.get()?.answer(false)
      isOpen = false
    }
  }, [linked, attempt])

  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { isSettled: !linked || linked.id === activeId, failure, retry }
}
