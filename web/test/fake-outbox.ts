/** A pass over entries in memory: the tests check which call is made when, and what is stored. */
import type { Work, WorkOf } from '@veni/domain/work'
import { newEntry, type OutboxEntry } from '../src/outbox/entry.ts'
import type { Outcome } from '../src/outbox/deps.ts'
import type { PassDeps } from '../src/outbox/passes/pass.ts'
import { phoneDeps } from '../src/outbox/phone-deps.ts'
import { startStandInServer, type StandInServer } from './stand-in-server.ts'
import { signInAtPlainPortal } from './runner.ts'

const OWNER = '9000000001'

/** The state of the fake. {@link startFakeOutbox} resets it. */
export const fakeOutbox = {
  clock: 1_000,
  entries: [] as OutboxEntry[],
  outcomes: [] as Outcome[],
  signedIn: OWNER,
}

export function startFakeOutbox(): StandInServer {
  signInAtPlainPortal()
  Object.assign(fakeOutbox, { clock: 1_000, entries: [], outcomes: [], signedIn: OWNER })
  return startStandInServer()
}

export const deps: PassDeps = {
  nextStep: phoneDeps.transport.nextStep,
  listEntries: () => Promise.resolve(fakeOutbox.entries),
  findUnsentSettlements: () => Promise.resolve(new Set()),
  changeEntries: (ids, change) => {
    const changed = ids.flatMap((id) => {
      const stored = fakeOutbox.entries.find((one) => one.id === id)
      return (stored && change(stored)) ?? []
    })
    const changedOf = new Map(changed.map((entry) => [entry.id, entry]))
    fakeOutbox.entries = fakeOutbox.entries.map((one) => changedOf.get(one.id) ?? one)
    return Promise.resolve(changed)
  },
  markReceived: (received) => {
    const ids = new Set(received.map(({ id }) => id))
    fakeOutbox.entries = fakeOutbox.entries.filter(({ id }) => !ids.has(id))
    return Promise.resolve()
  },
  refreshSession: () => Promise.resolve(),
  isOwn: (entry) => entry.owner === fakeOutbox.signedIn,
  sender: 'this tab',
  isOnly: false,
  now: () => fakeOutbox.clock,
  random: () => 0,
  onOutcome: (outcome) => void fakeOutbox.outcomes.push(outcome),
}

export const rejectedWork: Work = {
  kind: 'customer-update',
  body: { status: 'rejected', notes: 'Customer has rejected the offer', runner_id: 1 },
}

export function add(id: string, customerId: string, work: Work = rejectedWork): void {
  const entry = newEntry({ id, owner: OWNER, customerId, createdAt: fakeOutbox.clock, work })
  fakeOutbox.entries = [...fakeOutbox.entries, entry]
}

export const singleOrder: Work = {
  kind: 'single-order',
  order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
  delivered: { status: 'delivered' },
  customer: { status: 'delivered' },
}

export const settlement = (invoiceId: string): WorkOf<'settlement'> => ({
  kind: 'settlement',
  settlement: { invoice_id: invoiceId } as WorkOf<'settlement'>['settlement'],
  photos: [],
})

export const settlementWithPhoto = (invoiceId: string): Work => ({
  ...settlement(invoiceId),
  photos: [{ id: 'none', role: 'packet' }],
})
