/** The demo customers, which the app shows when the server returns none. */
import type { Customer } from '../customer.ts'
import { makeDemoCustomerId } from './customer-id.ts'

const makeDemoCustomer = (
  number: number,
  runnerId: string,
  customer: Omit<Customer, 'id' | 'mobile' | 'runnerId' | 'email' | 'comments' | 'nextFollowup'> &
    Partial<Customer>,
): Customer => ({
  email: '',
  comments: '',
  nextFollowup: '',
  ...customer,
  id: makeDemoCustomerId(number),
  mobile: '',
  runnerId,
})

/** The demo customers of the signed-in runner. `today` is the follow-up date of the customer on hold. */
export function listDemoCustomers(runnerId: string, today: string): Customer[] {
  return [
    makeDemoCustomer(1, runnerId, {
      memberName: 'Demo: Anjali Reddy',
      fatherOrHusbandName: 'Demo: Suresh Reddy',
      villageInfo: 'Kothapalli',
      district: 'Karimnagar',
      state: 'Telangana',
      status: 'assigned',
      extra: 'Demo: not a real customer',
    }),
    makeDemoCustomer(2, runnerId, {
      memberName: 'Demo: Padma Rao',
      fatherOrHusbandName: 'Demo: Venkat Rao',
      villageInfo: 'Gannavaram',
      district: 'Krishna',
      state: 'Andhra Pradesh',
      status: 'interested',
      extra: 'Demo: not a real customer',
    }),
    makeDemoCustomer(3, runnerId, {
      memberName: 'Demo: Saritha Goud',
      fatherOrHusbandName: 'Demo: Mahesh Goud',
      villageInfo: 'Chevella',
      district: 'Ranga Reddy',
      state: 'Telangana',
      status: 'hold',
      comments: 'Demo: asked to come back later',
      nextFollowup: today,
      extra: 'Demo: not a real customer',
    }),
  ]
}
