/** SQL of the list of customers. PostgreSQL makes its JSON: the server process then needs less time than for 50 rows of values. */
import { and, asc, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { CustomerRecord } from '@veni/domain/api/customers'
import { CUSTOMER_STATUSES, customerStatuses } from '@veni/domain/customer'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { customers } from '../db/schema.ts'
import { invariant } from '../errors.ts'

/** The columns of a record have the names of its fields. */
const record = {
  id: customers.id,
  state: customers.state,
  district: customers.district,
  village_info: customers.villageInfo,
  member_name: customers.memberName,
  father_or_husband_name: customers.fatherOrHusbandName,
  mobile: customers.mobile,
  email: customers.email,
  status: customers.status,
  runner_id: customers.runnerId,
  extra: customers.extra,
  comments: customers.comments,
  next_followup: customers.nextFollowup,
} satisfies Record<keyof CustomerRecord, unknown>

const HIDDEN = CUSTOMER_STATUSES.filter((status) => customerStatuses[status].hiddenFromList)

export const isUnclaimed = and(isNull(customers.runnerId), eq(customers.status, 'interested'))

/** The list of; `isOnListOf` in domain has the same rule. */
function isOnList(runnerId: number): SQL | undefined {
  return or(
    and(eq(customers.runnerId, runnerId), notInArray(customers.status, HIDDEN)),
    isUnclaimed,
  )
}

interface ListJson {
  /** An array of `CustomerRecord` by id. */
  readonly json: string
  /** How many it has. */
  readonly listed: number
  /** Whether the runner has more. */
  readonly isCut: boolean
}

/**
 * The list of a runner. When it would be too long, it leaves out customers without a runner before the runner's own.
 * @param most customers in the list
 * @param mostBytes of its JSON; a list has one customer at least
 */
export async function readListJson(
  db: DbOrTx,
  runnerId: number,
  { most, mostBytes }: { readonly most: number; readonly mostBytes: number },
): Promise<ListJson> {
  const isLast = isNull(customers.runnerId)
  const found = db
    .select(record)
    .from(customers)
    .where(isOnList(runnerId))
    .orderBy(isLast, asc(customers.id))
    .limit(most + 1)
  const [list] = await selectRows<ListJson>(
    db,
    sql`with texts as (
        select id, runner_id is null as is_last, row_to_json(found)::text as json from ${found} as found
      ), measured as (
        select id, json, row_number() over following as place,
          1 + sum(octet_length(json) + 1) over following as bytes
        from texts window following as (order by is_last, id rows unbounded preceding)
      )
      select '[' || coalesce(string_agg(json, ',' order by id), '') || ']' as json,
        count(*)::integer as listed, count(*) < (select count(*) from texts) as "isCut"
      from measured where place <= ${most} and (place = 1 or bytes <= ${mostBytes})`,
  )
  invariant(list, 'an aggregate has one row')
  return list
}

export async function countListed(db: DbOrTx, runnerId: number): Promise<number> {
  return db.$count(customers, isOnList(runnerId))
}
