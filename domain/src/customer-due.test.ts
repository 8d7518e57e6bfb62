import { describe, expect, it } from 'vitest'
import { newCustomer } from '../test/customers.ts'
import { groupByStatus } from './customer.ts'

const TODAY = '2026-11-21'

describe('the sections of the list', () => {
  it('have on top of hold whom to follow up today, the most overdue first; the others stay in order', () => {
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
    'leave %s in the order it came, whatever is due',
    (status) => {
      const customers = ['2026-11-22', '2026-11-19'].map((nextFollowup, index) =>
        newCustomer({ id: String(index), status, nextFollowup }),
      )
      expect(groupByStatus(customers, TODAY)[0]?.customers).toEqual(customers)
    },
  )
})
