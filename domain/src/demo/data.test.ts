import { describe, expect, it } from 'vitest'
import { formatPlace, isOnListOf } from '../customer.ts'
import { isDemoCustomerId } from './customer-id.ts'
import { listDemoCustomers } from './customers.ts'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from './data.ts'

describe('demo customers', () => {
  const listCustomers = () => listDemoCustomers('2', '2026-11-21')

  it('are assigned, interested and on hold, and are on the list of their runner [R-8.022]', () => {
    const customers = listCustomers()
    expect(customers.map((customer) => customer.status)).toEqual(['assigned', 'interested', 'hold'])
    expect(customers.every((customer) => isOnListOf(customer, '2'))).toBe(true)
  })

  it('differ from real customers by id, phone and every text', () => {
    const customers = listCustomers()
    for (const customer of customers) {
      expect(isDemoCustomerId(customer.id)).toBe(true)
      expect(customer.memberName).toMatch(/^Demo: \w/)
      expect(customer.fatherOrHusbandName).toMatch(/^Demo: \w/)
      expect(customer.extra).toBe('Demo: not a real customer')
      expect(customer.mobile).toBe('')
    }
    expect(new Set(customers.map((customer) => customer.id)).size).toBe(customers.length)
    expect(customers.map(({ comments }) => comments)).toEqual([
      '',
      '',
      'Demo: asked to come back later',
    ])
  })

  it('have a village, a district and a state, and a follow-up today if they are on hold', () => {
    const customers = listCustomers()
    const parts = customers.map((customer) => formatPlace(customer).split(', ').length)
    expect(parts).toEqual([3, 3, 3])
    expect(customers.map(({ nextFollowup }) => nextFollowup)).toEqual(['', '', '2026-11-21'])
  })

  it.each(['26', 'Demo-1', '', 'xdemo-1'])('do not have the id %j', (id) => {
    expect(isDemoCustomerId(id)).toBe(false)
  })
})

describe('the demo data', () => {
  it('has the four specified products', () => {
    expect(
      DEMO_PRODUCTS.map(({ productId, pricePaise, description }) => [
        productId,
        pricePaise,
        description,
      ]),
    ).toEqual([
      ['cookingset', 29_44, '500Grams'],
      ['ricecooker', 1206_44, '500Grams'],
      ['handbag', 200_00, '500Grams'],
      ['officelunchbox', 400_44, '500Grams'],
    ])
  })

  it('has the two specified hair prices', () => {
    expect(FALLBACK_HAIR_PRICES).toEqual([
      { hairType: 'black_hair', pricePer20gPaise: 70_00, minimumWeightGrams: 20 },
      { hairType: 'grey_hair', pricePer20gPaise: 30_00, minimumWeightGrams: 20 },
    ])
  })
})
