import { setHairValue } from '@veni/domain/cart'
import type { Visit } from '@veni/domain/visit'
import { useLayoutEffect } from 'react'
import { useValue } from '../../lib/use-value.ts'
import { readCashPaymentQuery, type CashPaymentQuery } from '../../paths.ts'
import { activeVisit, selectCustomer, updateVisit } from '../../state/visit.ts'

/**
 * The visit a payment link is about. What the phone knows of the customer wins; a link only fills in what is
 * missing, because it may be old (spec §2 "query parameters").
 */
export function useLinkedVisit(search: string): Visit | undefined {
  const visit = useValue(activeVisit)
  const { customerId } = readCashPaymentQuery(search)
  useLayoutEffect(() => {
    const link = readCashPaymentQuery(search)
    if (link.customerId) restoreFromLink(link)
  }, [search])
  return customerId && visit?.customer.id !== customerId ? undefined : visit
}

function restoreFromLink(link: CashPaymentQuery): void {
  selectCustomer({
    id: link.customerId,
    name: link.customer,
    mobile: '',
    email: '',
    location: '',
  })
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
