/** A random shift: what the runner does, what fails, and when. */
import fc from 'fast-check'
import { PAYOUT_METHODS, type PayoutMethod } from '@veni/domain/order'
import type { PlannedFault } from './fault-plan.ts'
import { type EventName, eventNames, wrongYears } from './faults.ts'
import type { Who } from './people.ts'
import { MOST_PHONES } from './phone-apps.ts'
import { faultsAfter, type StoresShift, stores } from './stores-shift.ts'

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

/** What another runner does who has borrowed the phone. */
type GuestAction =
  | ({
      readonly kind: 'cash payment'
      readonly payoutMethod: PayoutMethod
      readonly paise: number
    } & DealAction)
  | ({ readonly kind: 'settlement'; readonly deliveredAfter: number | undefined } & DealAction)
  | { readonly kind: 'status'; readonly customer: number; readonly status: string }

export type RunnerAction =
  | GuestAction
  | { readonly kind: 'single order'; readonly product: number; readonly presses: number }
  /** The list on the phone is old: the customer belongs to the other runner now, and the server refuses the deal. */
  | { readonly kind: 'customer of the other runner'; readonly contents: Contents }

type LastDeal = Extract<GuestAction, { kind: 'cash payment' | 'settlement' }>

/** Another runner signs in on this phone for a while, and works. */
export interface PhoneLent {
  readonly kind: 'phone lent'
  readonly staysFor: number
  readonly work: readonly GuestAction[]
}

type Action =
  | RunnerAction
  | PhoneLent
  | { readonly kind: 'event'; readonly event: EventName; readonly size: number }

export interface Moment {
  /** ms after the previous one. */
  readonly after: number
  readonly action: Action
}

/** What happens on one phone. */
export interface PhoneShift {
  /** To whom the phone belongs. */
  readonly who: Who
  readonly hasLocks: boolean
  readonly moments: readonly Moment[]
  readonly networkFaults: readonly PlannedFault[]
  readonly storageFaults: readonly PlannedFault[]
}

/** A phone exports what it has not sent, and the office imports the file. Times in ms. */
export interface DealsImport {
  /** The index of the phone in the shift, from 0. */
  readonly phone: number
  /** Of the export, after the start of the shift. */
  readonly at: number
  /** Until the first import, and from each to the next. */
  readonly arrivesAfter: number
  /** How often the office imports the same file. */
  readonly copies: number
}

export interface Shift {
  /** The seed of all random numbers of the run. */
  readonly random: number
  /** Whether an event wakes the pages in the end, such as the return of the network. */
  readonly isWoken: boolean
  /** The first phone makes this deal without network. Then its pages are closed, and only the service worker runs. */
  readonly lastDeal: LastDeal | undefined
  /** In use at the same time, by the same runner or by two. All runners have the same customers in the same office. */
  readonly phones: readonly PhoneShift[]
  readonly imports: readonly DealsImport[]
  /** Of each phone, also of those that the shift does not have. */
  readonly stores: readonly StoresShift[]
}

/** For deals and statuses: own customers, and the one whom the office moves. Customer 3 is for single orders. */
const CUSTOMERS = [0, 1, 2, 4] as const
export const STATUSES = ['interested', 'hold', 'pending', 'rejected'] as const

const contents = fc.record<Contents>({
  milligrams: fc.array(fc.integer({ min: 20_000, max: 3_000_000 }), { minLength: 2, maxLength: 3 }),
  pieces: fc.array(fc.nat(3), { maxLength: 3 }),
})

const deal = {
  customer: fc.constantFrom(...CUSTOMERS),
  contents,
  taps: fc.integer({ min: 1, max: 2 }),
  sendsPhotosAtOnce: fc.boolean(),
}

const event = (names: readonly EventName[]) =>
  fc.record({
    kind: fc.constant('event' as const),
    event: fc.constantFrom(...names),
    size: fc.nat(1_000_000),
  })

const cashPayment = fc.record({
  kind: fc.constant('cash payment' as const),
  payoutMethod: fc.constantFrom(...PAYOUT_METHODS),
  paise: fc.integer({ min: 1, max: 500_000 }),
  ...deal,
})

const settlement = fc.record({
  kind: fc.constant('settlement' as const),
  deliveredAfter: fc.option(fc.integer({ min: 1_000, max: 120_000 }), { nil: undefined }),
  ...deal,
})

const status = fc.record({
  kind: fc.constant('status' as const),
  customer: fc.constantFrom(...CUSTOMERS),
  status: fc.constantFrom(...STATUSES),
})

const singleOrder = fc.record({
  kind: fc.constant('single order' as const),
  product: fc.nat(2),
  presses: fc.integer({ min: 1, max: 3 }),
})

const phoneLent = fc.record({
  kind: fc.constant('phone lent' as const),
  staysFor: fc.integer({ min: 3_000, max: 60_000 }),
  work: fc.array(fc.oneof(cashPayment, settlement, status), {
    minLength: 1,
    maxLength: 2,
  }),
})

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: cashPayment },
  { weight: 2, arbitrary: settlement },
  { weight: 4, arbitrary: status },
  { weight: 1, arbitrary: singleOrder },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('customer of the other runner' as const), contents }),
  },
  { weight: 1, arbitrary: phoneLent },
  { weight: 4, arbitrary: event(eventNames) },
)

/** A phone may have the wrong year from the start. */
const start: fc.Arbitrary<readonly Moment[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: event(wrongYears).map((action): readonly Moment[] => [{ after: 0, action }]),
  },
)

const moment = fc.record<Moment>({ after: fc.nat(20_000), action })

/** @param most actions, and faults of the network and of the disk */
const phoneOf = (who: fc.Arbitrary<Who>, most: number): fc.Arbitrary<PhoneShift> =>
  fc.record<PhoneShift>({
    who,
    hasLocks: fc.boolean(),
    moments: fc
      .tuple(start, fc.array(moment, { minLength: 1, maxLength: most, size: 'max' }))
      .map((parts) => parts.flat()),
    networkFaults: faultsAfter(4, most),
    storageFaults: faultsAfter(24, most),
  })

/** Half of the shifts have imports. An import from a phone that the shift does not have is left out. */
const imports = fc.oneof(
  { weight: 1, arbitrary: fc.constant<readonly DealsImport[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record<DealsImport>({
        phone: fc.constantFrom(0, 0, 1),
        at: fc.integer({ min: 1, max: 120_000 }),
        arrivesAfter: fc.integer({ min: 1, max: 60_000 }),
        copies: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 2, size: 'max' },
    ),
  },
)

export const anyShift: fc.Arbitrary<Shift> = fc.noBias(
  fc.record<Shift>({
    random: fc.integer(),
    isWoken: fc.boolean(),
    lastDeal: fc.oneof(
      { weight: 7, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.oneof(cashPayment, settlement) },
    ),
    phones: fc
      .tuple(
        phoneOf(fc.constant('own'), 10),
        // Two of three shifts have one phone, because each more makes the shift slower.
        fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          {
            weight: 1,
            arbitrary: fc.array(phoneOf(fc.constantFrom('own', 'other'), 5), {
              minLength: 1,
              maxLength: MOST_PHONES - 1,
            }),
          },
        ),
      )
      .map(([first, others]) => [first, ...others]),
    // At the end, so that each seed gives the same values as before for the other fields.
    imports,
    stores: fc.array(stores, { minLength: MOST_PHONES, maxLength: MOST_PHONES }),
  }),
)

/** The shift of a seed, always the same. */
export function shiftOf(seed: number): Shift {
  const [shift] = fc.sample(anyShift, { seed, numRuns: 1 })
  if (!shift) throw new Error('fast-check made no shift')
  return shift
}
