import * as v from 'valibot'
import { endSession, endSessionsOf, listOfficeSessions } from '../../runners/office-service.ts'
import { defineTask } from '../connection/task.ts'

/** The first characters of the stored hash name one session. Nobody can sign in with them. */
const ID_LENGTH = 12

/** The report is the number of open sessions. */
export const listSessionsTask = defineTask({
  name: 'list-sessions',
  input: v.object({
    /** Normalised by `toPhoneKey`. */
    phone: v.optional(v.string()),
  }),
  item: v.object({
    id: v.string(),
    runner: v.string(),
    phone: v.nullable(v.string()),
    /** ISO instants. */
    createdAt: v.string(),
    usedAt: v.string(),
  }),
  report: v.number(),
  async run({ deps, input, onItem }) {
    const rows = await listOfficeSessions(deps, input.phone)
    for (const { session, runner } of rows)
      onItem({
        id: session.tokenHash.slice(0, ID_LENGTH),
        runner: runner.name,
        phone: runner.phone,
        createdAt: session.createdAt.toISOString(),
        usedAt: session.usedAt.toISOString(),
      })
    return rows.length
  },
})

/** Ends one session, or all of a runner. The report is the number of sessions that ended. */
export const endSessionsTask = defineTask({
  name: 'end-sessions',
  input: v.union([v.object({ id: v.string() }), v.object({ phone: v.string() })]),
  item: v.never(),
  report: v.number(),
  async run({ deps, input }) {
    if ('phone' in input) return endSessionsOf(deps, input.phone)
    await endSession(deps, input.id)
    return 1
  },
})
