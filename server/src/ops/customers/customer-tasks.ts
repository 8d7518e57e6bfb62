import { photoTypes } from '@veni/domain/photo'
import * as v from 'valibot'
import { requireOwnMigrations } from '../../backup/migrations.ts'
import { eraseCustomer, exportCustomer } from '../../customers/personal-data.ts'
import { defineTask } from '../connection/task.ts'

const byId = v.object({ id: v.pipe(v.number(), v.integer()) })

/** An item has rows of one table, or one photo. All rows come before the photos. */
export const exportCustomerTask = defineTask({
  name: 'export-customer',
  input: byId,
  item: v.union([
    v.object({
      table: v.string(),
      rows: v.pipe(v.array(v.record(v.string(), v.unknown())), v.readonly()),
    }),
    v.object({
      file: v.string(),
      /** null when the server does not have the file. */
      base64: v.nullable(v.string()),
    }),
  ]),
  report: v.null(),
  async run({ deps, input, onItem }) {
    await requireOwnMigrations(deps.db)
    await exportCustomer(deps, input.id, {
      onRows: onItem,
      onPhoto: ({ hash, type, bytes }) =>
        onItem({
          file: `${hash}.${photoTypes[type][0]}`,
          base64: bytes ? Buffer.from(bytes).toString('base64') : null,
        }),
    })
    return null
  },
})

export const eraseCustomerTask = defineTask({
  name: 'erase-customer',
  input: byId,
  item: v.never(),
  report: v.object({
    deleted: v.number(),
    notFound: v.array(v.string()),
    shared: v.number(),
    toCome: v.number(),
    late: v.optional(v.array(v.string())),
  }),
  async run({ deps, input }) {
    await requireOwnMigrations(deps.db)
    return eraseCustomer(deps, input.id)
  },
})
