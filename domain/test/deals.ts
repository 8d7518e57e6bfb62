/** Visits, forms and deals for tests. */
import fc from 'fast-check'
import { buildDeal, type DealContext, type DealForm, type DealPhoto } from '../src/deal.ts'
import { recountDeal, type CurrentPrices } from '../src/deal/recount.ts'
import { MAX_PRICE_PER_20G_PAISE, MAX_WEIGHT_GRAMS, type HairPrice } from '../src/hair.ts'
import { absolutePaise, MAX_PAISE, paise } from '../src/money.ts'
import { computeCartTotals } from '../src/cart.ts'
import { PAYOUT_METHODS } from '../src/order.ts'
import { openVisit, weigh, type Visit } from '../src/visit.ts'
import { anyCart } from './carts.ts'

const anyHairPrices = fc.uniqueArray(
  fc.record({
    hairType: fc.stringMatching(/^[a-z]{1,8}_hair$/),
    pricePer20gPaise: fc.integer({ min: 1, max: MAX_PRICE_PER_20G_PAISE }).map(paise),
    minimumWeightGrams: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 1, maxLength: 4, selector: ({ hairType }) => hairType },
)

/** Includes weights below the minimum and above the limit. */
const anyWeightGrams = fc.double({ min: 0, max: MAX_WEIGHT_GRAMS + 1, noNaN: true })

const anyCollection = (prices: readonly HairPrice[]) =>
  fc
    .tuple(...prices.map(({ hairType }) => fc.tuple(fc.constant(hairType), anyWeightGrams)))
    .map((weights) => Object.fromEntries(weights))

/** A visit with any weights and any products. */
export const anyVisit: fc.Arbitrary<Visit> = fc
  .tuple(
    fc.uuid({ version: 4 }),
    anyHairPrices.chain((prices) => fc.tuple(fc.constant(prices), anyCollection(prices))),
    anyCart,
  )
  .map(([id, [prices, hair], { items }]) => {
    const customer = { id: '26', name: 'లక్ష్మి', mobile: '', email: '', location: 'Kothapalli' }
    const visit = weigh(openVisit(id, customer), hair, prices)
    return { ...visit, cart: { ...visit.cart, items } }
  })

export const newDealPhoto = (id: string, url = ''): DealPhoto => ({
  id,
  url,
  localUrl: url || `blob:${id}`,
})

const common = {
  packet: newDealPhoto('packet-1'),
  location: { latitude: 17.4, longitude: 78.5, address: 'Hyderabad' },
}
const receipt = newDealPhoto('receipt-1', '/api/images/receipt.jpg')

/** Any complete form, with any amount. */
export const anyForm: fc.Arbitrary<DealForm> = fc.oneof(
  fc.constant({ kind: 'settlement' as const, ...common }),
  fc
    .record({
      payoutMethod: fc.constantFrom(...PAYOUT_METHODS),
      upiReference: fc.string({ maxLength: 30 }),
      cashAmountPaise: fc.option(fc.integer({ min: 0, max: MAX_PAISE }).map(paise), {
        nil: undefined,
      }),
    })
    .map((fields) => ({ kind: 'cash-payment' as const, ...common, ...fields, receipt })),
)

/** The form in which exactly the balance was paid or collected in cash. */
export const exactCashForm = (visit: Visit) => ({
  kind: 'cash-payment' as const,
  ...common,
  receipt,
  payoutMethod: 'cash' as const,
  upiReference: '',
  cashAmountPaise: absolutePaise(computeCartTotals(visit.cart).balancePaise),
})

export const dealContext: DealContext = {
  owner: '9000000001',
  now: Date.UTC(2026, 10, 21, 3, 22),
  randomBytes: [0, 1, 2, 3, 4, 5],
}

export type DealRecord = Parameters<typeof recountDeal>[0]
export type CashRecord = Extract<DealRecord, { cash_amount: number }>

/** The record of the deal as our server parses it. */
export const recordOf = (visit: Visit, form: DealForm): DealRecord => {
  const { record } = buildDeal(visit, form, dealContext).deal
  return { ...record, customer_id: String(record.customer_id) } as DealRecord
}

/** The prices of the visit, as if they were still valid. */
export const frozenPrices = ({ hairLines, cart }: Visit): CurrentPrices => ({
  hair: new Map(hairLines.map((line) => [line.hairType, line.pricePer20gPaise])),
  products: new Map(cart.items.map((item) => [item.productId, item.pricePaise])),
})

export const recount = (visit: Visit, record: DealRecord) =>
  recountDeal(record, frozenPrices(visit))
