import { customersQuery } from '../../../api/customer-queries.ts'
import { healthQuery } from '../../../api/health-query.ts'
import { refetchNow } from '../../../api/query-client.ts'

/** Fetches at once, also during the wait between two attempts. */
export async function refreshDeliveries(): Promise<void> {
  await Promise.all([refetchNow(customersQuery()), refetchNow(healthQuery())])
}
