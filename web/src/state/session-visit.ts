/**
 * The visits of this tab, in session storage under the keys of. They survive a reload, a link and a
 * visit to another customer.
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

/** The key of the owner of the visits. */
const RUNNER_KEY = 'visitsOf'
const hairKey = (customerId: string) => `${keys.hair}_${customerId}`
const VISIT_PREFIX = 'visit_'

export const visitKey = (customerId: string) => VISIT_PREFIX + customerId

/** @returns undefined if the name is not the key of a visit */
export const customerOfKey = (name: string) =>
  name.startsWith(VISIT_PREFIX) ? name.slice(VISIT_PREFIX.length) : undefined

/** Deletes everything in session storage if its visits belong to another runner. @returns whether it did */
export function deleteOthersVisits(): boolean {
  const visitedBy = sessionStorage.getItem(RUNNER_KEY)
  // A visit that began before the sign-in has the owner '' and passes to the runner who signs in.
  const areOthers = visitedBy !== null && visitedBy !== '' && visitedBy !== owner()
  if (areOthers) sessionStorage.clear()
  return areOthers
}

/** The visit that was active when the page was closed. */
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

/** The stored visit to a customer; a new visit if nothing valid is stored. */
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

/** @param name the key of a visit @returns the version in this tab; undefined if the tab has none */
export const storedVersion = (name: string): number | undefined =>
  readStored(sessionStorage, name, visitSchema)?.version

/** The id of the stored visit to a customer; undefined if the tab has none. */
export const storedVisitId = (customerId: string): string | undefined =>
  readStored(sessionStorage, visitKey(customerId), visitSchema)?.visitId

/** Whether the stored visits belong to this runner. A visit that began before the sign-in does so after its next change. */
export const isStoredForOwner = () => sessionStorage.getItem(RUNNER_KEY) === owner()

/** Stores the active visit. It writes every key, also after a failed write. @returns false if a write failed */
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

/** Stores or deletes the order id, so that a visit never takes over the order of another one. */
export function storeOrderId(orderId: string | undefined): boolean {
  if (!orderId) sessionStorage.removeItem(keys.orderId)
  return !orderId || writeText(sessionStorage, keys.orderId, orderId)
}

/** Stores the part of a visit that each customer has, active or not. @returns false if a write failed */
export function storeOwn(visit: Visit, version: number): boolean {
  const { id } = visit.customer
  return [
    writeStored(sessionStorage, hairKey(id), visit.hair),
    writeStored(sessionStorage, cartKey(id), toStoredCart(visit.cart)),
    writeStored(sessionStorage, visitKey(id), { ...storedVisit(visit), version }),
  ].every(Boolean)
}

/** Deletes the keys of the active customer. */
export function deleteActive(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
}

/** Deletes the stored visit to a customer. */
export function deleteOwn(customerId: string): void {
  for (const key of [cartKey, hairKey, visitKey]) sessionStorage.removeItem(key(customerId))
}
