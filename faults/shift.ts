/** A runner's shift, as chance makes it: what he does, what goes wrong, and when. */
import fc from 'fast-check'
import { PAYOUT_METHODS, type PayoutMethod } from '@veni/domain/order'
import { happenings, type HappeningName, type PlannedFault } from './faults.ts'

export interface Goods {
  /** Tenths of a gram of each hair type. */
  readonly decigrams: readonly number[]
  /** Pieces of each product. */
  readonly pieces: readonly number[]
}

interface DealDeed {
  readonly customer: number
  readonly goods: Goods
  /** A thumb that trembles. */
  readonly taps: number
  /** Whether its photos are sent as soon as they are taken, or wait for the deal. */
  readonly sendsPhotosAtOnce: boolean
}

export type Deed =
  | ({
      readonly kind: 'cash payment'
      readonly payoutMethod: PayoutMethod
      readonly paise: number
    } & DealDeed)
  | ({ readonly kind: 'settlement'; readonly deliveredAfter: number | undefined } & DealDeed)
  | { readonly kind: 'status'; readonly customer: number; readonly status: string }
  | { readonly kind: 'single order'; readonly product: number; readonly presses: number }
  /** His list is old: the customer has been given to a colleague, and the office will refuse. */
  | { readonly kind: "another's customer"; readonly goods: Goods }
  /** A colleague signs in on this phone for a while. */
  | { readonly kind: 'colleague'; readonly staysFor: number }
  | { readonly kind: 'happening'; readonly happening: HappeningName; readonly size: number }

interface Moment {
  /** ms after the one before. */
  readonly after: number
  readonly deed: Deed
}

export interface Shift {
  /** Seeds everything that is left to chance while it runs. */
  readonly luck: number
  readonly hasLocks: boolean
  /** Whether the network or the screen comes back in the end, and wakes the page. */
  readonly isWoken: boolean
  readonly moments: readonly Moment[]
  readonly networkFaults: readonly PlannedFault[]
  readonly storageFaults: readonly PlannedFault[]
}

/** Those of customers that deals and statuses go to; the last one is left to single orders. */
const CUSTOMERS = 3
const STATUSES = ['interested', 'hold', 'pending', 'rejected'] as const
const MOST_FAULTS = 10

const faultsAfter = (mostSpared: number) =>
  fc.array(fc.record<PlannedFault>({ spares: fc.nat(mostSpared), pick: fc.nat(9_999) }), {
    maxLength: MOST_FAULTS,
    size: 'max',
  })

const goods = fc.record<Goods>({
  decigrams: fc.array(fc.integer({ min: 200, max: 30_000 }), { minLength: 1, maxLength: 3 }),
  pieces: fc.array(fc.nat(3), { maxLength: 3 }),
})

const deal = {
  customer: fc.nat(CUSTOMERS - 1),
  goods,
  taps: fc.integer({ min: 1, max: 2 }),
  sendsPhotosAtOnce: fc.boolean(),
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("another's customer" as const), goods }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('colleague' as const),
      staysFor: fc.integer({ min: 1_000, max: 60_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('happening' as const),
      happening: fc.constantFrom(...happenings),
      size: fc.nat(1_000_000),
    }),
  },
)

export const anyShift: fc.Arbitrary<Shift> = fc.noBias(
  fc.record({
    luck: fc.integer(),
    hasLocks: fc.boolean(),
    isWoken: fc.boolean(),
    moments: fc.array(fc.record<Moment>({ after: fc.nat(20_000), deed }), {
      minLength: 1,
      maxLength: 10,
      size: 'max',
    }),
    networkFaults: faultsAfter(4),
    storageFaults: faultsAfter(24),
  }),
)

/** The shift of a seed: the same one, whenever it is asked for. */
export function shiftOf(seed: number): Shift {
  const [shift] = fc.sample(anyShift, { seed, numRuns: 1 })
  if (!shift) throw new Error('fast-check made no shift')
  return shift
}
