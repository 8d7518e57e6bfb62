import type { Customer } from '@veni/domain/customer'
import type { CustomerRecord } from '@veni/domain/api/customers'

export const newCustomer = (changes: Partial<Customer> = {}): Customer => ({
  id: '7',
  state: 'Telangana',
  district: 'Nalgonda',
  villageInfo: 'Chityal',
  memberName: 'Katta Manjula',
  fatherOrHusbandName: 'Katta Yadagiri',
  mobile: '9000002908',
  email: '',
  status: 'assigned',
  runnerId: '1',
  extra: '',
  comments: '',
  nextFollowup: '',
  ...changes,
})

/** A customer as the server sends it. */
export const newRecord = (changes: Partial<CustomerRecord> = {}): CustomerRecord => ({
  id: 7,
  state: 'Telangana',
  district: 'Nalgonda',
  village_info: 'Chityal',
  member_name: 'Katta Manjula',
  father_or_husband_name: 'Katta Yadagiri',
  mobile: '9000002908',
  email: '',
  status: 'assigned',
  runner_id: 1,
  extra: '',
  comments: '',
  next_followup: null,
  ...changes,
})
