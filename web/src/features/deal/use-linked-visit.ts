import { setHairValue } from '@veni/domain/cart'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useLinkOnce } from '../../components/customer/use-link-once.ts'
import {
  useLinkedCustomer,
  type LinkedCustomer,
} from '../../components/customer/linked-customer.tsx'
import { useValue } from '../../lib/use-value.ts'
import { readCashPaymentQuery, type CashPaymentQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeVisit, updateVisit } from '../../state/visit.ts'

export interface LinkedVisit extends Pick<LinkedCustomer, 'failure' | 'retry'> {
  readonly visit: Visit | undefined
}

/**
 * The visit of a payment link. The data on the phone have precedence; the link only adds missing data, because it
 * may be old.
 */
export function useLinkedVisit(search: string): LinkedVisit {
  const [, navigate] = useLocation()
  const visit = useValue(activeVisit)
  const link = useMemo(() => readCashPaymentQuery(search), [search])
  const { isSettled, failure, retry } = useLinkedCustomer(
    useMemo(() => customerOf(link), [link]),
    () => navigate(paths.cashPayment(), { replace: true }),
  )
  // The link opens the visit once: Back to the link of a completed deal must not make the same deal again (ruling 22).
  useLinkOnce(isSettled && link.customerId !== '', () => fillIn(link))
  return { visit: isSettled ? visit : undefined, failure, retry }
}

function customerOf({ customerId, customer }: CashPaymentQuery): VisitCustomer | undefined {
  if (!customerId) return undefined
  return { id: customerId, name: customer, mobile: '', email: '', location: '' }
}

function fillIn(link: CashPaymentQuery): void {
  updateVisit((visit) => {
    const isFresh = visit.hairLines.length === 0 && visit.cart.items.length === 0
    const cart =
      isFresh && link.hairValuePaise !== undefined
        ? setHairValue(visit.cart, link.hairValuePaise)
        : visit.cart
    const items = isFresh && link.items ? link.items : cart.items
    const orderId = link.orderId || visit.orderId
    return { ...visit, orderId, cart: { ...cart, items } }
  })
}
