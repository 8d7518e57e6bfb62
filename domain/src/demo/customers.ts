/** The demo customers, which the app shows when the server returns none. */
import type { Customer } from '../customer.ts'
import { demoCustomerId } from './customer-id.ts'

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
  id: demoCustomerId(number),
  mobile: '',
  runnerId,
})

/** The demo customers of the signed-in runner. `today` is the follow-up date of the customer on hold. */
export function demoCustomers(runnerId: string, today: string): Customer[] {
  return [
    demoCustomer(1, runnerId, {
      memberName: 'Demo: Anjali Reddy',
      fatherOrHusbandName: 'Demo: Suresh Reddy',
      villageInfo: 'Kothapalli',
      district: 'Karimnagar',
      state: 'Telangana',
      status: 'assigned',
      extra: 'Demo: not a real customer',
    }),
    demoCustomer(2, runnerId, {
      memberName: 'Demo: Padma Rao',
      fatherOrHusbandName: 'Demo: Venkat Rao',
      villageInfo: 'Gannavaram',
      district: 'Krishna',
      state: 'Andhra Pradesh',
      status: 'interested',
      extra: 'Demo: not a real customer',
    }),
    demoCustomer(3, runnerId, {
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
