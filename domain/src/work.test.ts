import { describe, expect, it } from 'vitest'
import { listSteps, NEW_ENTRY_VERSION, planCall, type Work, type WorkKind } from './work.ts'

const stepsOfVersion1: Record<WorkKind, string[]> = {
  'customer-update': ['customer'],
  'single-order': ['order', 'delivered', 'customer'],
  'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
  settlement: ['record', 'photos'],
  'settlement-delivered': ['delivered'],
}

const delivery: Work = { kind: 'settlement-delivered', invoiceId: 'INV-1' }

describe('the steps of work', () => {
  // An older release would send an entry of its own version without the step, and count it as received.
  it('change only together with the version of an entry', () => {
    const kinds = Object.keys(stepsOfVersion1) as WorkKind[]
    const steps = Object.fromEntries(kinds.map((kind) => [kind, listSteps(kind)]))
    expect({ version: NEW_ENTRY_VERSION, steps }).toEqual({
      version: 1,
      steps: stepsOfVersion1,
    })
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
