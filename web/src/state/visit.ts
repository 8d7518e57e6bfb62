/**
 * The active visit, kept in session storage under the keys of spec §3 so that a reload, a link or another
 * customer's visit finds it again. Transitions are pure and live in domain/visit and domain/cart.
 */
import { emptyCart, storedCartSchema, toStoredCart, type Cart } from '@veni/domain/cart'
import {
  hairCollectionSchema,
  totalValuePaise,
  type HairCollection,
  type HairLine,
  type HairPrice,
} from '@veni/domain/hair'
import { openVisit, weigh, type Visit, type VisitCustomer } from '@veni/domain/visit'
import * as v from 'valibot'
import { randomId } from '../lib/random-id.ts'
import { reportProblem } from '../lib/report.ts'
import { writeStored, writeText } from '../lib/stored-text.ts'
import { readStored } from '../lib/stored-value.ts'
import { createValueStore, partOf } from '../lib/value-store.ts'
import { keepRow, nextVersion, type KeptRow } from './kept-rows.ts'
import { cartKey } from './saved-carts.ts'
import { owner, session } from './session.ts'
import { keptVisit, keptVisitSchema, storedVisit, visitSchema } from './stored-visit.ts'
import { forgetTyped } from './typed-fields.ts'

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
const visitKey = (customerId: string) => VISIT_PREFIX + customerId

export const activeVisit = createValueStore<Visit | undefined>(restoreActive())

/** For what is drawn the same whatever is weighed or put into the cart. */
export const activeVisitId = partOf(activeVisit, (visit) => visit?.id)
export const activeCustomerId = partOf(activeVisit, (visit) => visit?.customer.id)

// A visit belongs to the runner who opened it, however the phone changed hands: nothing is left of it for the next.
session.subscribe(() => {
  if (session.get() === undefined || forgetOthersVisits()) activeVisit.set(undefined)
})

function forgetOthersVisits(): boolean {
  const visitedBy = sessionStorage.getItem(RUNNER_KEY)
  // A visit begun before signing in, '', goes on with whoever signs in.
  const areOthers = visitedBy !== null && visitedBy !== '' && visitedBy !== owner()
  if (areOthers) sessionStorage.clear()
  return areOthers
}

function restoreActive(): Visit | undefined {
  forgetOthersVisits()
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
function restoreVisit(customer: VisitCustomer): Visit {
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
 * A saved cart counts only when it says that it is this customer's (spec §4 "Cart persistence"). Without one what
 * was weighed is still his credit (spec §4 "Cart actions").
 */
function restoreCart(customer: VisitCustomer, hairLines: readonly HairLine[]): Cart {
  const stored = readStored(sessionStorage, cartKey(customer.id), storedCartSchema)
  return stored?.customerId === customer.id
    ? { ...stored, customerName: customer.name || stored.customerName, isExpanded: false }
    : emptyCart(customer.id, customer.name, totalValuePaise(hairLines))
}

/**
 * Makes a customer the active one; his weights and cart come back as they were left.
 * Throws DOMException when the phone cannot keep a visit with somebody new: better not to begin it (spec §8 "Products").
 */
export function selectCustomer(customer: VisitCustomer): Visit {
  const current = activeVisit.get()
  if (current?.customer.id === customer.id) {
    return commit({ ...current, customer: { ...current.customer, ...filled(customer) } })
  }
  // An order belongs to one visit: the next customer must never inherit it.
  sessionStorage.removeItem(keys.orderId)
  const visit = restoreVisit(customer)
  const version = nextVersion()
  if (!tryStore(visit, version))
    throw new DOMException('The visit was not stored', 'QuotaExceededError')
  keepRow(visitKey(customer.id), { version, value: keptVisit(visit) })
  activeVisit.set(visit)
  return visit
}

/** Links may name a customer without his mobile or place; what is known already is kept. */
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
 * The order the portal made for a visit, kept as `createdOrderId` (spec §4 "Order"). The deal's screen is usually
 * closed by then; an order is never remembered once the runner is with somebody else.
 */
export function rememberOrder(visitId: string, orderId: string): void {
  const current = activeVisit.get()
  if (current && current.id !== visitId) return
  writeText(sessionStorage, keys.orderId, orderId)
  updateVisit((visit) => ({ ...visit, orderId }))
}

/** Forgets the active customer with his weights and cart: the deal is done. */
export function closeVisit(): void {
  const visit = activeVisit.get()
  forgetSelected()
  if (!visit) return
  forgetOwn(visit.customer.id)
  keepRow(visitKey(visit.customer.id), { version: nextVersion() })
  forgetTyped(visit.id)
  activeVisit.set(undefined)
}

function forgetSelected(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
}

function forgetOwn(customerId: string): void {
  for (const key of [cartKey, hairKey, visitKey]) sessionStorage.removeItem(key(customerId))
}

/**
 * Takes what the phone's database has of a visit, where that is newer than what this tab has: the tab is new, or another
 * one went on with the visit or has closed it. With nobody active its customer becomes the active one.
 */
export function adoptVisit(name: string, { version, value }: KeptRow): void {
  if (!name.startsWith(VISIT_PREFIX)) return
  const mine = readStored(sessionStorage, name, visitSchema)
  if (mine && mine.version >= version) return
  const kept = v.safeParse(keptVisitSchema, value)
  const active = activeVisit.get()
  const isActive = active !== undefined && visitKey(active.customer.id) === name
  if (!kept.success) return mine && forgetElsewhereClosed(name.slice(VISIT_PREFIX.length), isActive)
  const { visitId, customer, hair, hairLines, cart, orderId } = kept.output
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
  tryStore(visit, version)
  activeVisit.set(visit)
}

function forgetElsewhereClosed(customerId: string, isActive: boolean): void {
  forgetOwn(customerId)
  if (!isActive) return
  forgetSelected()
  activeVisit.set(undefined)
}

/** A visit under way goes on in memory when the phone has no room left: only a reload would lose it. */
function commit(visit: Visit): Visit {
  const version = nextVersion()
  if (!tryStore(visit, version))
    reportProblem('No room to store the visit; it is kept in memory only')
  keepRow(visitKey(visit.customer.id), { version, value: keptVisit(visit) })
  activeVisit.set(visit)
  return visit
}

/** Writes every key, whatever became of the one before. @returns false when one of them was refused */
function tryStore(visit: Visit, version: number): boolean {
  const { customer } = visit
  const fields = ['id', 'name', 'mobile', 'email', 'location'] as const
  return [
    ...fields.map((field) => writeText(sessionStorage, keys[field], customer[field])),
    writeText(sessionStorage, RUNNER_KEY, owner()),
    storeOrderId(visit),
    writeStored(sessionStorage, keys.hair, visit.hair),
    storeOwn(visit, version),
  ].every(Boolean)
}

/** Another visit's order must not become this one's. */
function storeOrderId({ orderId }: Visit): boolean {
  if (!orderId) sessionStorage.removeItem(keys.orderId)
  return !orderId || writeText(sessionStorage, keys.orderId, orderId)
}

/** What is kept per customer, whoever is the active one. */
function storeOwn(visit: Visit, version: number): boolean {
  const { id } = visit.customer
  return [
    writeStored(sessionStorage, hairKey(id), visit.hair),
    writeStored(sessionStorage, cartKey(id), toStoredCart(visit.cart)),
    writeStored(sessionStorage, visitKey(id), { ...storedVisit(visit), version }),
  ].every(Boolean)
}
