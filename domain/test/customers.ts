/** Customers for tests. */
import type { Customer } from '../src/customer.ts'

export const newCustomer = (customer: Partial<Customer> = {}): Customer => ({
  id: '26',
  state: 'Telangana',
  district: 'Karimnagar',
  villageInfo: 'Kothapalli',
  memberName: 'Lakshmi',
  fatherOrHusbandName: 'Ramesh',
  mobile: '9876543210',
  email: '',
  status: 'assigned',
  runnerId: '1',
  extra: '',
  comments: '',
  nextFollowup: '',
  ...customer,
})
