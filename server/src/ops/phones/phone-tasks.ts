import * as v from 'valibot'
import { lostWorkSchema } from '@veni/domain/api/reconciliation'
import { listPhonesForOffice, removePhone } from '../../reconciliation/service.ts'
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
    /** Whether the same browser came back as a new phone. */
    isEvicted: v.boolean(),
    lost: lostWorkSchema.entries.items,
  }),
  report: v.number(),
  async run({ deps, input, onItem }) {
    const rows = await listPhonesForOffice(deps, input)
    for (const { phone, runner, lost } of rows)
      onItem({
        id: phone.id,
        runner: runner.name,
        phone: runner.phone,
        contactAt: phone.contactAt.toISOString(),
        unsentSince: phone.unsentSince?.toISOString() ?? null,
        deals: phone.unsentDeals,
        photos: phone.unsentPhotos,
        others: phone.unsentOthers,
        isEvicted: phone.evictedAt !== null,
        lost,
      })
    return rows.length
  },
})

export const removePhoneTask = defineTask({
  name: 'remove-phone',
  input: v.object({ start: v.string() }),
  item: v.never(),
  report: v.null(),
  async run({ deps, input: { start } }) {
    await removePhone(deps, start)
    return null
  },
})
