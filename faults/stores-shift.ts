/** What happens to the two stores of a phone during a shift. */
import fc from 'fast-check'
import type { PlannedFault } from './fault-plan.ts'
import { type DamageName, damageNames } from './faults.ts'

/** The stores of a phone and what fails there. */
export interface StoresShift {
  /** Whether the browser has Cache Storage, and so the phone a second copy of its work. */
  readonly hasCopies: boolean
  readonly copyFaults: readonly PlannedFault[]
  readonly damages: readonly Damage[]
}

/** A killed browser has damaged one of both stores. Times in ms. */
export interface Damage {
  readonly kind: DamageName
  /** After the start of the shift. */
  readonly at: number
  /** Of the state that comes back. */
  readonly age: number
  /** Whether the browser starts the service worker before a page. */
  readonly isWorkerFirst: boolean
}

export const faultsAfter = (mostSkipped: number, most: number) =>
  fc.array(fc.record<PlannedFault>({ skips: fc.nat(mostSkipped), pick: fc.nat(9_999) }), {
    maxLength: most,
    size: 'max',
  })

const oneCopy: StoresShift = { hasCopies: false, copyFaults: [], damages: [] }

const damage = fc.record<Damage>({
  kind: fc.constantFrom(...damageNames),
  at: fc.integer({ min: 1, max: 120_000 }),
  age: fc.integer({ min: 1, max: 40_000 }),
  isWorkerFirst: fc.boolean(),
})

/** Half of the phones have a second copy, because it makes the shift slower. */
export const stores = fc.oneof(
  { weight: 1, arbitrary: fc.constant(oneCopy) },
  {
    weight: 1,
    arbitrary: fc.record<StoresShift>({
      hasCopies: fc.constant(true),
      copyFaults: faultsAfter(12, 4),
      damages: fc.array(damage, { maxLength: 2, size: 'max' }),
    }),
  },
)

/** @param at of the phone, from 0 */
export const storesOf = (
  { stores: all }: { readonly stores: readonly StoresShift[] },
  at: number,
): StoresShift => all[at] ?? oneCopy
