import { describe, expect, it } from 'vitest'
import { newCustomer } from '../test/customers.ts'
import { groupByStatus } from './customer.ts'

const TODAY = '2026-11-21'

describe('follow-ups in the sections of the list', () => {
  it('put due customers first in the hold section, the most overdue before the others', () => {
    const held = ['2026-11-22', '2026-11-21', '', '2026-11-19', '2026-11-21', '2027-01-01', 'soon']
    const customers = held.map((nextFollowup, index) =>
      newCustomer({ id: String(index), status: 'hold', nextFollowup }),
    )
    const ids = groupByStatus(customers, TODAY).flatMap((section) =>
      section.customers.map(({ id }) => id),
    )
    expect(ids).toEqual(['3', '1', '4', '0', '2', '5', '6'])
  })

  it.each(['assigned', 'interested', 'archived'])(
    'do not change the order of the section %s',
    (status) => {
      const customers = ['2026-11-22', '2026-11-19'].map((nextFollowup, index) =>
        newCustomer({ id: String(index), status, nextFollowup }),
      )
      expect(groupByStatus(customers, TODAY)[0]?.customers).toEqual(customers)
    },
  )
})
