/** The stored answers to calls, which repeat what a phone sent of a customer. */
import { sql } from 'drizzle-orm'
import { type Db, selectRows, type Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { transactIn } from '../db/transact.ts'
import { ERASED_NAME, NO_PLACE } from './erased-fields.ts'

/** An answer has up to 64 KB. If one statement read more of them, the calls of all runners would wait for it. */
const ANSWERS_TOGETHER = 100

interface Position {
  readonly runnerId: number
  readonly key: string
}

/**
 * Overwrites what identifies the customer in all stored answers, some in each transaction. A phone can still read these
 * answers. After a crash in between, it can run again.
 */
export async function eraseAnswers(db: Db, customerId: number): Promise<void> {
  let last: Position | undefined = { runnerId: 0, key: '' }
  while (last) {
    const after: Position = last
    last = await transactIn(db)((tx) => eraseNextAnswers(tx, customerId, after))
  }
}

const DEAL = { customer_name: ERASED_NAME, hair_photo_url: '', location: NO_PLACE }
const CUSTOMER = {
  state: '',
  district: '',
  village_info: '',
  member_name: ERASED_NAME,
  father_or_husband_name: '',
  mobile: '',
  email: '',
  extra: '',
  comments: '',
  next_followup: null,
}

/** @returns the last one that was read; undefined at the end */
async function eraseNextAnswers(
  tx: Tx,
  customerId: number,
  { runnerId, key }: Position,
): Promise<Position | undefined> {
  const id = String(customerId)
  const body = sql`stored.body::jsonb`
  const isOfDeal = sql`(${body} ->> 'customer_id' = ${id} and ${body} ? 'customer_name')`
  const isOfCustomer = sql`(${body} ->> 'id' = ${id} and ${body} ? 'member_name')`
  const [last] = await selectRows<{ runner_id: number; key: string }>(
    tx,
    sql`with slice as materialized (
        select runner_id, key from ${idempotencyKeys}
        where (runner_id, key) > (${runnerId}::integer, ${key}::text)
        order by runner_id, key limit ${ANSWERS_TOGETHER}
      ), erased as (
        update ${idempotencyKeys} as stored set body = case
          when ${isOfDeal} then (
            ${body} || ${JSON.stringify(DEAL)}::jsonb
              || case when ${body} ? 'cash_receipt_url' then '{"cash_receipt_url": ""}'::jsonb else '{}' end
          )::text
          else (${body} || ${JSON.stringify(CUSTOMER)}::jsonb)::text end
        from slice
        where stored.runner_id = slice.runner_id and stored.key = slice.key and (${isOfDeal} or ${isOfCustomer})
      )
      select runner_id, key from slice order by runner_id desc, key desc limit 1`,
  )
  return last && { runnerId: last.runner_id, key: last.key }
}
