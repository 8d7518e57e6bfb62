import { describe, expect, it } from 'vitest'
import { addProduct } from './cart.ts'
import { listDemoCustomers } from './demo/customers.ts'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from './demo/data.ts'
import {
  hasCartToShow,
  isDemoVisit,
  needsSwitchConfirmation,
  openVisit,
  toVisitCustomer,
  weigh,
  type VisitCustomer,
} from './visit.ts'

const newCustomer = (customer: Partial<VisitCustomer> = {}): VisitCustomer => ({
  id: '26',
  name: 'Lakshmi',
  mobile: '9876543210',
  email: '',
  location: 'Kothapalli',
  ...customer,
})
const newVisit = () => openVisit('visit-1', newCustomer())
const withProduct = () => {
  const visit = newVisit()
  return { ...visit, cart: addProduct(visit.cart, DEMO_PRODUCTS[2]!) }
}

describe('a visit', () => {
  it('opens with an empty cart and without an order', () => {
    expect(newVisit()).toEqual({
      id: 'visit-1',
      customer: newCustomer(),
      hair: {},
      hairLines: [],
      cart: {
        customerId: '26',
        customerName: 'Lakshmi',
        items: [],
        hairValuePaise: 0,
        isExpanded: false,
      },
      orderId: undefined,
    })
  })

  it('gets the fields of the deal from the customer record', () => {
    expect(toVisitCustomer(listDemoCustomers('1', '2026-11-21')[0]!)).toEqual({
      id: 'demo-1',
      name: 'Demo: Anjali Reddy',
      mobile: '',
      email: '',
      location: 'Kothapalli, Karimnagar, Telangana',
    })
  })

  it('sets the hair value of the cart when hair is weighed, without a change of the items [R-4.038]', () => {
    const visit = weigh(withProduct(), { black_hair: 100 }, FALLBACK_HAIR_PRICES)
    expect(visit.cart.hairValuePaise).toBe(350_00)
    expect(visit.cart.items).toHaveLength(1)
    expect(weigh(visit, { black_hair: 19 }, FALLBACK_HAIR_PRICES).cart.hairValuePaise).toBe(0)
  })

  it('is a demo visit when its customer is a demo customer', () => {
    expect(isDemoVisit(openVisit('v', newCustomer({ id: 'demo-1' })))).toBe(true)
    expect(isDemoVisit(newVisit())).toBe(false)
  })
})

describe('the confirmation of a switch to another customer', () => {
  it.each([
    ['no visit', undefined, '27', false],
    ['an empty cart', newVisit(), '27', false],
    ['items, for the same customer', withProduct(), '26', false],
    ['items, for another customer', withProduct(), '27', true],
  ])('is needed only for items of another customer: %s', (_, visit, customerId, expected) => {
    expect(needsSwitchConfirmation(visit, customerId)).toBe(expected)
  })
})

describe('the cart bar', () => {
  it('is visible with items or hair, and hidden without both [R-2.082]', () => {
    expect(hasCartToShow(newVisit())).toBe(false)
    expect(hasCartToShow(withProduct())).toBe(true)
    expect(hasCartToShow(weigh(newVisit(), { black_hair: 20 }, FALLBACK_HAIR_PRICES))).toBe(true)
  })
})

describe('the hair lines of a visit', () => {
  it('are the counted types with the prices of the valuation', () => {
    const visit = weigh(newVisit(), { black_hair: 100, grey_hair: 19 }, FALLBACK_HAIR_PRICES)
    expect(visit.hair).toEqual({ black_hair: 100, grey_hair: 19 })
    expect(visit.hairLines).toEqual([
      { hairType: 'black_hair', weightGrams: 100, pricePer20gPaise: 70_00, valuePaise: 350_00 },
    ])
  })

  it('are removed with their weights', () => {
    const visit = weigh(newVisit(), { black_hair: 100 }, FALLBACK_HAIR_PRICES)
    expect(weigh(visit, {}, FALLBACK_HAIR_PRICES).hairLines).toEqual([])
  })
})
