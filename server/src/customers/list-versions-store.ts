/** SQL of the versions of the runners' lists. The trigger of migration 0026 adds the changes. */
import { sql } from 'drizzle-orm'
import { type Db, selectRows } from '../db/client.ts'
import { customerListChanges } from '../db/schema.ts'

/**
 * The version of each runner's list: it differs from every earlier one as soon as a change of the list is committed.
 * @returns in the order of the runners
 */
export async function readListVersions(
  db: Db,
  runnerIds: readonly number[],
): Promise<readonly string[]> {
  const version = sql`coalesce(bit_xor(changed.change), 0)::text`
  const changesOf = (list: unknown) =>
    sql`select ${version} from ${customerListChanges} as changed where changed.runner_id = ${list}`
  const rows = await selectRows<{ version: string }>(
    db,
    sql`select (${changesOf(sql`wanted.id`)}) || '.' || nobody.version as version
      from unnest(${sql.param(runnerIds)}::integer[]) with ordinality as wanted (id, place),
        lateral (${changesOf(0)}) as nobody (version)
      order by wanted.place`,
  )
  return rows.map((row) => row.version)
}
