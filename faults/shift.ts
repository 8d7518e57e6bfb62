/** A random shift: what the runner does, what fails, and when. */
import fc from 'fast-check'
import { PAYOUT_METHODS, type PayoutMethod } from '@veni/domain/order'
import { eventNames, type EventName, type PlannedFault } from './faults.ts'

export interface Contents {
  /** Of each hair type; at least two are weighed. */
  readonly milligrams: readonly number[]
  /** Pieces of each product. */
  readonly pieces: readonly number[]
}

interface DealAction {
  readonly customer: number
  readonly contents: Contents
  /** More than one when the runner taps twice by mistake. */
  readonly taps: number
  /** Whether its photos are sent when they are taken, or with the deal. */
  readonly sendsPhotosAtOnce: boolean
}

export type Action =
  | ({
      readonly kind: 'cash payment'
      readonly payoutMethod: PayoutMethod
      readonly paise: number
    } & DealAction)
  | ({ readonly kind: 'settlement'; readonly deliveredAfter: number | undefined } & DealAction)
  | { readonly kind: 'status'; readonly customer: number; readonly status: string }
  | { readonly kind: 'single order'; readonly product: number; readonly presses: number }
  /** The list on the phone is old: the customer belongs to the other runner now, and the server refuses the deal. */
  | { readonly kind: 'customer of the other runner'; readonly contents: Contents }
  /** Another runner signs in on this phone for a while. */
  | { readonly kind: 'phone lent'; readonly staysFor: number }
  | { readonly kind: 'event'; readonly event: EventName; readonly size: number }

interface Moment {
  /** ms after the previous one. */
  readonly after: number
  readonly action: Action
}

export interface Shift {
  /** The seed of all random numbers of the run. */
  readonly random: number
  readonly hasLocks: boolean
  /** Whether an event wakes the page in the end, such as the return of the network. */
  readonly isWoken: boolean
  readonly moments: readonly Moment[]
  readonly networkFaults: readonly PlannedFault[]
  readonly storageFaults: readonly PlannedFault[]
}

/** Customers for deals and statuses; the last customer is for single orders. */
const CUSTOMERS = 3
const STATUSES = ['interested', 'hold', 'pending', 'rejected'] as const
const MOST_FAULTS = 10

const faultsAfter = (mostSkipped: number) =>
  fc.array(fc.record<PlannedFault>({ skips: fc.nat(mostSkipped), pick: fc.nat(9_999) }), {
    maxLength: MOST_FAULTS,
    size: 'max',
  })

const contents = fc.record<Contents>({
  milligrams: fc.array(fc.integer({ min: 20_000, max: 3_000_000 }), { minLength: 2, maxLength: 3 }),
  pieces: fc.array(fc.nat(3), { maxLength: 3 }),
})

const deal = {
  customer: fc.nat(CUSTOMERS - 1),
  contents,
  taps: fc.integer({ min: 1, max: 2 }),
  sendsPhotosAtOnce: fc.boolean(),
}

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cash payment' as const),
      payoutMethod: fc.constantFrom(...PAYOUT_METHODS),
      paise: fc.integer({ min: 1, max: 500_000 }),
      ...deal,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settlement' as const),
      deliveredAfter: fc.option(fc.integer({ min: 1_000, max: 120_000 }), { nil: undefined }),
      ...deal,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      customer: fc.nat(CUSTOMERS - 1),
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('single order' as const),
      product: fc.nat(2),
      presses: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('customer of the other runner' as const), contents }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('phone lent' as const),
      staysFor: fc.integer({ min: 1_000, max: 60_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      event: fc.constantFrom(...eventNames),
      size: fc.nat(1_000_000),
    }),
  },
)

export const anyShift: fc.Arbitrary<Shift> = fc.noBias(
  fc.record({
    random: fc.integer(),
    hasLocks: fc.boolean(),
    isWoken: fc.boolean(),
    moments: fc.array(fc.record<Moment>({ after: fc.nat(20_000), action }), {
      minLength: 1,
      maxLength: 10,
      size: 'max',
    }),
    networkFaults: faultsAfter(4),
    storageFaults: faultsAfter(24),
  }),
)

/** The shift of a seed, always the same. */
export function shiftOf(seed: number): Shift {
  const [shift] = fc.sample(anyShift, { seed, numRuns: 1 })
  if (!shift) throw new Error('fast-check made no shift')
  return shift
}
