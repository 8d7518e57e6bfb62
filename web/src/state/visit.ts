/** The active visit and what changes it. Transitions are pure and live in domain/visit and domain/cart. */
import type { Cart } from '@veni/domain/cart'
import type { Deal } from '@veni/domain/deal'
import type { HairCollection, HairPrice } from '@veni/domain/hair'
import { weigh, type Visit, type VisitCustomer } from '@veni/domain/visit'
import * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import { createValueStore, partOf } from '../lib/value-store.ts'
import { storeVisitRow, nextVersion, type VisitRow } from './visit-rows.ts'
import {
  customerOfKey,
  deleteActive,
  deleteOthersVisits,
  deleteOwn,
  isStoredForOwner,
  restoreActive,
  restoreVisit,
  storeActive,
  storedVersion,
  storedVisitId,
  storeOrderId,
  storeOwn,
  visitKey,
} from './session-visit.ts'
import { session } from './session.ts'
import { toOpenVisit, openVisitSchema } from './stored-visit.ts'
import { deleteTyped } from './typed-fields.ts'

export const activeVisit = createValueStore<Visit | undefined>(restoreActive())

/** For components that do not depend on the weights and the cart. */
export const activeVisitId = partOf(activeVisit, (visit) => visit?.id)
export const activeCustomerId = partOf(activeVisit, (visit) => visit?.customer.id)

// A visit belongs to the runner who opened it. The next runner on this phone must not see it.
session.subscribe(() => {
  if (session.get() === undefined || deleteOthersVisits()) activeVisit.set(undefined)
})

/**
 * Makes a customer the active one and restores the customer's weights and cart.
 * Throws DOMException when the phone cannot store a visit to a new customer.
 */
export function selectCustomer(customer: VisitCustomer): Visit {
  const current = activeVisit.get()
  if (current?.customer.id === customer.id) {
    return commit({ ...current, customer: { ...current.customer, ...filled(customer) } })
  }
  // An order belongs to one visit: the next customer must never inherit it.
  storeOrderId(undefined)
  const visit = restoreVisit(customer)
  const version = nextVersion()
  if (!storeActive(visit, version))
    throw new DOMException('The visit was not stored', 'QuotaExceededError')
  storeVisitRow(visitKey(customer.id), { version, value: toOpenVisit(visit) })
  activeVisit.set(visit)
  return visit
}

/** A link may lack the customer's mobile or location: the stored values then stay. */
function filled(customer: VisitCustomer): Partial<VisitCustomer> {
  return Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== ''))
}

/** Applies a transition to the active visit and stores the outcome; nothing happens without a visit. */
export function updateVisit(change: (visit: Visit) => Visit): void {
  const visit = activeVisit.get()
  if (visit) commit(change(visit))
}

export function setWeights(hair: HairCollection, prices: readonly HairPrice[]): void {
  updateVisit((visit) => weigh(visit, hair, prices))
}

export function updateCart(change: (cart: Cart) => Cart): void {
  updateVisit((visit) => ({ ...visit, cart: change(visit.cart) }))
}

/**
 * Stores the order that the server created for a visit as `createdOrderId`. The deal's screen is usually
 * closed by then. When another visit is active, the order is not stored.
 */
export function rememberOrder(visitId: string, orderId: string): void {
  const current = activeVisit.get()
  if (current && current.id !== visitId) return
  storeOrderId(orderId)
  updateVisit((visit) => ({ ...visit, orderId }))
}

/** Deletes the active customer with weights and cart: the deal is done. */
export function closeVisit(): void {
  const visit = activeVisit.get()
  deleteActive()
  if (!visit) return
  deleteVisit(visit.id, visit.customer.id)
  activeVisit.set(undefined)
}

/** As `closeVisit`, for the visit of a deal: the runner may have gone on to another customer, and come back later. */
export function closeVisitOf({ visitId, customerId }: Pick<Deal, 'visitId' | 'customerId'>): void {
  if (activeVisit.get()?.id === visitId) closeVisit()
  else if (storedVisitId(customerId) === visitId) deleteVisit(visitId, customerId)
}

function deleteVisit(visitId: string, customerId: string): void {
  deleteOwn(customerId)
  storeVisitRow(visitKey(customerId), { version: nextVersion() })
  deleteTyped(visitId)
}

/**
 * Takes a visit from the phone's database if its row is newer than the one of this tab: the tab is new, or another tab
 * changed or closed the visit. Without an active customer its customer becomes the active one.
 */
export function adoptVisit(name: string, { version, value }: VisitRow): void {
  const customerId = customerOfKey(name)
  if (customerId === undefined) return
  const mine = storedVersion(name)
  if (mine !== undefined && mine >= version) return
  const row = v.safeParse(openVisitSchema, value)
  const active = activeVisit.get()
  const isActive = active?.customer.id === customerId
  if (!row.success) {
    if (mine !== undefined) deleteClosedElsewhere(customerId, isActive)
    return
  }
  const { visitId, customer, hair, hairLines, cart, orderId } = row.output
  const visit = {
    id: visitId,
    customer,
    hair,
    hairLines,
    cart: { ...cart, isExpanded: false },
    orderId,
  }
  storeOwn(visit, version)
  if (active && !isActive) return
  storeActive(visit, version)
  activeVisit.set(visit)
}

function deleteClosedElsewhere(customerId: string, isActive: boolean): void {
  deleteOwn(customerId)
  if (!isActive) return
  deleteActive()
  activeVisit.set(undefined)
}

/** On a full phone an open visit continues in memory, and a reload would lose it. */
function commit(visit: Visit): Visit {
  const current = activeVisit.get()
  // A link or a price list without a change needs no write and no render.
  if (isStoredForOwner() && isSameData(current, visit)) return visit
  const version = nextVersion()
  if (!storeActive(visit, version)) reportProblem('The visit is not stored; it is in memory only')
  storeVisitRow(visitKey(visit.customer.id), { version, value: toOpenVisit(visit) })
  activeVisit.set(visit)
  return visit
}

const isSameData = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
