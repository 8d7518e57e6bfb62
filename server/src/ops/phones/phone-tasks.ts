import * as v from 'valibot'
import { listPhonesForOffice } from '../../reconciliation/service.ts'
import { defineTask } from '../connection/task.ts'

/** The report is the number of phones. */
export const listPhonesTask = defineTask({
  name: 'list-phones',
  input: v.object({
    /** Only phones that have unsent work. */
    isUnsent: v.boolean(),
    /** Only phones without a contact for so many hours. */
    silentHours: v.number(),
  }),
  item: v.object({
    id: v.string(),
    runner: v.string(),
    phone: v.nullable(v.string()),
    /** ISO instants; the second by the clock of the phone. */
    contactAt: v.string(),
    unsentSince: v.nullable(v.string()),
    deals: v.number(),
    photos: v.number(),
    others: v.number(),
  }),
  report: v.number(),
  async run({ deps, input, onItem }) {
    const rows = await listPhonesForOffice(deps, input)
    for (const { phone, runner } of rows)
      onItem({
        id: phone.id,
        runner: runner.name,
        phone: runner.phone,
        contactAt: phone.contactAt.toISOString(),
        unsentSince: phone.unsentSince?.toISOString() ?? null,
        deals: phone.unsentDeals,
        photos: phone.unsentPhotos,
        others: phone.unsentOthers,
      })
    return rows.length
  },
})
