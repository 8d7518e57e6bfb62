/**
 * Visits as the tab keeps them: in session storage under the keys of, so that a reload, a link or another
 * customer's visit finds them again.
 */
import { createCart, storedCartSchema, toStoredCart, type Cart } from '@veni/domain/cart'
import {
  hairCollectionSchema,
  sumValuePaise,
  type HairCollection,
  type HairLine,
} from '@veni/domain/hair'
import { openVisit, type Visit, type VisitCustomer } from '@veni/domain/visit'
import { randomId } from '../lib/random-id.ts'
import { writeStored, writeText } from '../lib/stored-text.ts'
import { readStored } from '../lib/stored-value.ts'
import { cartKey, owner } from './session.ts'
import { storedVisit, visitSchema } from './stored-visit.ts'

const keys = {
  id: 'selectedCustomerId',
  name: 'selectedCustomerName',
  mobile: 'selectedCustomerMobile',
  email: 'selectedCustomerEmail',
  location: 'selectedCustomerLocation',
  orderId: 'createdOrderId',
  hair: 'hairCollections',
} as const

/** Whose visits these are. */
const RUNNER_KEY = 'visitsOf'
const hairKey = (customerId: string) => `${keys.hair}_${customerId}`
const VISIT_PREFIX = 'visit_'

export const visitKey = (customerId: string) => VISIT_PREFIX + customerId

/** @returns undefined where the name is not that of a visit */
export const customerOfKey = (name: string) =>
  name.startsWith(VISIT_PREFIX) ? name.slice(VISIT_PREFIX.length) : undefined

/** @returns whether there were visits of another runner, which are gone now with all the tab had of them */
export function deleteOthersVisits(): boolean {
  const visitedBy = sessionStorage.getItem(RUNNER_KEY)
  // A visit begun before signing in, '', goes on with whoever signs in.
  const areOthers = visitedBy !== null && visitedBy !== '' && visitedBy !== owner()
  if (areOthers) sessionStorage.clear()
  return areOthers
}

/** The visit that was under way when the page was last closed. */
export function restoreActive(): Visit | undefined {
  deleteOthersVisits()
  const id = sessionStorage.getItem(keys.id)
  if (!id) return undefined
  const text = (key: string) => sessionStorage.getItem(key) ?? ''
  return restoreVisit({
    id,
    name: text(keys.name),
    mobile: text(keys.mobile),
    email: text(keys.email),
    location: text(keys.location),
  })
}

/** What is stored for a customer; a new visit where nothing (or nothing readable) is. */
export function restoreVisit(customer: VisitCustomer): Visit {
  const stored = readStored(sessionStorage, visitKey(customer.id), visitSchema)
  const visit = openVisit(stored?.visitId ?? randomId(), customer)
  const hairLines = stored?.hairLines ?? []
  return {
    ...visit,
    hair: restoreHair(customer.id),
    hairLines,
    cart: restoreCart(customer, hairLines),
    orderId: stored?.orderId ?? (sessionStorage.getItem(keys.orderId) || undefined),
  }
}

function restoreHair(customerId: string): HairCollection {
  return (
    readStored(sessionStorage, hairKey(customerId), hairCollectionSchema) ??
    (sessionStorage.getItem(keys.id) === customerId
      ? readStored(sessionStorage, keys.hair, hairCollectionSchema)
      : undefined) ??
    {}
  )
}

/**
 * A stored cart counts only when it has this customer's id. Without a cart, the weighed hair
 * is still the customer's credit.
 */
function restoreCart(customer: VisitCustomer, hairLines: readonly HairLine[]): Cart {
  const stored = readStored(sessionStorage, cartKey(customer.id), storedCartSchema)
  return stored?.customerId === customer.id
    ? { ...stored, customerName: customer.name || stored.customerName, isExpanded: false }
    : createCart(customer.id, customer.name, sumValuePaise(hairLines))
}

/** @param name of a kept visit @returns how new the tab has it; undefined where it has none */
export const storedVersion = (name: string): number | undefined =>
  readStored(sessionStorage, name, visitSchema)?.version

/** Whether the stored visits are this runner's. A visit begun before the sign-in is not, until its next change. */
export const isStoredForOwner = () => sessionStorage.getItem(RUNNER_KEY) === owner()

/** Stores the active visit: every key, whatever became of the one before. @returns false when one of them was refused */
export function storeActive(visit: Visit, version: number): boolean {
  const { customer } = visit
  const fields = ['id', 'name', 'mobile', 'email', 'location'] as const
  return [
    ...fields.map((field) => writeText(sessionStorage, keys[field], customer[field])),
    writeText(sessionStorage, RUNNER_KEY, owner()),
    storeOrderId(visit.orderId),
    writeStored(sessionStorage, keys.hair, visit.hair),
    storeOwn(visit, version),
  ].every(Boolean)
}

/** Another visit's order must not become this one's. */
export function storeOrderId(orderId: string | undefined): boolean {
  if (!orderId) sessionStorage.removeItem(keys.orderId)
  return !orderId || writeText(sessionStorage, keys.orderId, orderId)
}

/** Stores what is kept per customer, whoever is the active one. @returns false when some of it was refused */
export function storeOwn(visit: Visit, version: number): boolean {
  const { id } = visit.customer
  return [
    writeStored(sessionStorage, hairKey(id), visit.hair),
    writeStored(sessionStorage, cartKey(id), toStoredCart(visit.cart)),
    writeStored(sessionStorage, visitKey(id), { ...storedVisit(visit), version }),
  ].every(Boolean)
}

/** Forgets who is the active one. */
export function deleteActive(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
}

/** Forgets what is kept for a customer. */
export function deleteOwn(customerId: string): void {
  for (const key of [cartKey, hairKey, visitKey]) sessionStorage.removeItem(key(customerId))
}
