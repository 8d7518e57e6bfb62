/** A pass over entries in memory: the tests check which call is made when, and what is stored. */
import type { Work, WorkOf } from '@veni/domain/work'
import { newEntry, type OutboxEntry } from '../src/outbox/entry.ts'
import type { Outcome } from '../src/outbox/deps.ts'
import type { PassDeps } from '../src/outbox/pass.ts'
import { phoneDeps } from '../src/outbox/phone-deps.ts'
import { startPortalStub, type PortalStub } from './portal-stub.ts'
import { signInAtPlainPortal } from './runner.ts'

const OWNER = '9000000001'

/** As it stands; begun anew by {@link startDesk}. */
export const desk = {
  clock: 1_000,
  entries: [] as OutboxEntry[],
  outcomes: [] as Outcome[],
  signedIn: OWNER,
}

export function startDesk(): PortalStub {
  signInAtPlainPortal()
  Object.assign(desk, { clock: 1_000, entries: [], outcomes: [], signedIn: OWNER })
  return startPortalStub()
}

export const deps: PassDeps = {
  nextStep: phoneDeps.transport.nextStep,
  listEntries: () => Promise.resolve(desk.entries),
  changeEntry: (id, change) => {
    const stored = desk.entries.find((one) => one.id === id)
    const changed = stored && change(stored)
    desk.entries = desk.entries.map((one) => (changed && one.id === id ? changed : one))
    return Promise.resolve(changed)
  },
  acceptEntry: ({ id }) => {
    desk.entries = desk.entries.filter((one) => one.id !== id)
    return Promise.resolve()
  },
  maySend: (entry) => Promise.resolve(entry.owner === desk.signedIn),
  sender: 'this tab',
  isOnly: false,
  now: () => desk.clock,
  random: () => 0,
  onOutcome: (outcome) => void desk.outcomes.push(outcome),
}

const rejected: Work = {
  kind: 'customer-update',
  body: { status: 'rejected', notes: 'Customer has rejected the offer', runner_id: 1 },
}

export function add(id: string, customerId: string, work: Work = rejected): void {
  const entry = newEntry({ id, owner: OWNER, customerId, createdAt: desk.clock, work })
  desk.entries = [...desk.entries, entry]
}

export const singleOrder: Work = {
  kind: 'single-order',
  order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
  delivered: { status: 'delivered' },
  customer: { status: 'delivered' },
}

export const settlement = (invoiceId: string): Work => ({
  kind: 'settlement',
  settlement: { invoice_id: invoiceId } as WorkOf<'settlement'>['settlement'],
  photos: [],
})
