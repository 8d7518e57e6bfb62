/**
 * What the app shows when a portal gives nothing (spec §3, §8). Ids are words, so that no demo row can be
 * taken for a customer of the portal and no deal with one is ever sent (ruling 9).
 */
import type { Customer } from './customer.ts'
import type { HairPrice } from './hair.ts'
import { paise } from './money.ts'
import type { Product } from './product.ts'

const DEMO_PREFIX = 'demo-'

export function isDemoCustomerId(customerId: string): boolean {
  return customerId.startsWith(DEMO_PREFIX)
}

const demoCustomer = (
  number: number,
  runnerId: string,
  customer: Pick<Customer, 'memberName' | 'villageInfo' | 'district' | 'state' | 'status'> &
    Partial<Customer>,
): Customer => ({
  fatherOrHusbandName: '',
  email: '',
  comments: '',
  nextFollowup: '',
  extra: '',
  ...customer,
  id: `${DEMO_PREFIX}${number}`,
  mobile: '',
  runnerId,
})

/** Demo customers of the signed-in runner; `today` dates the follow-up of the one on hold. */
export function demoCustomers(runnerId: string, today: string): Customer[] {
  return [
    demoCustomer(1, runnerId, {
      memberName: 'Demo: Anjali Reddy',
      fatherOrHusbandName: 'Demo: Suresh Reddy',
      villageInfo: 'Kothapalli',
      district: 'Karimnagar',
      state: 'Telangana',
      status: 'assigned',
      extra: 'Demo row: not a real customer',
    }),
    demoCustomer(2, runnerId, {
      memberName: 'Demo: Padma Rao',
      fatherOrHusbandName: 'Demo: Venkat Rao',
      villageInfo: 'Gannavaram',
      district: 'Krishna',
      state: 'Andhra Pradesh',
      status: 'interested',
      extra: 'Demo row: not a real customer',
    }),
    demoCustomer(3, runnerId, {
      memberName: 'Demo: Saritha Goud',
      fatherOrHusbandName: 'Demo: Mahesh Goud',
      villageInfo: 'Chevella',
      district: 'Ranga Reddy',
      state: 'Telangana',
      status: 'hold',
      comments: 'Demo row: asked to come back later',
      nextFollowup: today,
      extra: 'Demo row: not a real customer',
    }),
  ]
}

const demoProduct = (id: string, productId: string, name: string, pricePaise: number): Product => ({
  id,
  productId,
  name,
  description: '500Grams',
  pricePaise: paise(pricePaise),
  imageUrl: `/pictures/${name.toLowerCase().replaceAll(' ', '-')}.svg`,
})

/** Spec §3 "Product". */
export const DEMO_PRODUCTS: readonly Product[] = [
  demoProduct('1', 'cookingset', 'Cooking Set', 29_44),
  demoProduct('2', 'ricecooker', 'Rice Cooker', 1206_44),
  demoProduct('3', 'handbag', 'Handbag', 200_00),
  demoProduct('4', 'officelunchbox', 'Office Lunch Box', 400_44),
]

/** Spec §9 "Fallback prices". */
export const FALLBACK_HAIR_PRICES: readonly HairPrice[] = [
  { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
  { hairType: 'grey_hair', pricePer20gPaise: paise(30_00), minimumWeightGrams: 20 },
]
