import { describe, expect, it } from 'vitest'
import {
  ENTRY_VERSIONS,
  listSteps,
  NEW_ENTRY_VERSION,
  planCall,
  type Work,
  type WorkKind,
} from './work.ts'

type Steps = Readonly<Record<WorkKind, readonly string[]>>

/** The steps of each version. Other steps are a new row below the others; the older rows never change. */
const stepsOfVersions: Readonly<Record<number, Steps>> = {
  1: {
    'customer-update': ['customer'],
    'single-order': ['order', 'delivered', 'customer'],
    'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
    settlement: ['record', 'photos'],
    'settlement-delivered': ['delivered'],
  },
}

const delivery: Work = { kind: 'settlement-delivered', invoiceId: 'INV-1' }

describe('the steps of work', () => {
  // An older release would send an entry of its own version without the step, and count it as received.
  it('change only together with the version of an entry', () => {
    const newest = stepsOfVersions[NEW_ENTRY_VERSION]!
    const kinds = Object.keys(newest) as WorkKind[]
    expect(Object.fromEntries(kinds.map((kind) => [kind, listSteps(kind)]))).toEqual(newest)
    const distinct = new Set(Object.values(stepsOfVersions).map((steps) => JSON.stringify(steps)))
    expect(distinct.size).toBe(Object.keys(stepsOfVersions).length)
  })

  it('are sent for entries of every version, the newest of which new entries have', () => {
    expect([...ENTRY_VERSIONS]).toEqual(Object.keys(stepsOfVersions).map(Number))
    expect(ENTRY_VERSIONS.at(-1)).toBe(NEW_ENTRY_VERSION)
  })

  it('do not count as sent when the work does not have them', () => {
    const sent = { customerId: '26', photoUrls: {} }
    expect(() => planCall(delivery, 'record', sent)).toThrow(RangeError)
    expect(planCall(delivery, 'delivered', sent)).toEqual({
      name: 'updateSettlement',
      params: { id: 'INV-1' },
      body: { status: 'delivered' },
    })
  })
})
