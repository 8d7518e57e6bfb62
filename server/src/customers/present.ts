import type { CustomerRecord } from '@veni/domain/customer-record'
import type { CustomerRow } from './store.ts'

export function toCustomerRecord(row: CustomerRow): CustomerRecord {
  return {
    id: row.id,
    state: row.state,
    district: row.district,
    village_info: row.villageInfo,
    member_name: row.memberName,
    father_or_husband_name: row.fatherOrHusbandName,
    mobile: row.mobile,
    email: row.email,
    status: row.status,
    runner_id: row.runnerId,
    extra: row.extra,
    comments: row.comments,
    next_followup: row.nextFollowup,
  }
}
