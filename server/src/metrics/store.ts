import { gt, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { photoHash } from '../db/columns.ts'
import { cashPayments, phones, photos, settlements } from '../db/schema.ts'

/** What the database knows of the work of all phones. */
export interface WorkFigures {
  /** Deals that were received since a time. */
  readonly settlements: number
  readonly payments: number
  /** Photos of these deals at our server that it does not have of their runner, or has lost. */
  readonly pendingPhotos: number
  /** Phones that have reported unsent work, and how many deals they have. */
  readonly unsentPhones: number
  readonly unsentDeals: number
  /** The age of the oldest unsent work in s, by the clocks of the phones; 0 without unsent work. */
  readonly oldestUnsentS: number
  /** The part of the numbers for new rows that is used, in the table that has used the largest part. */
  readonly numbersUsed: number
}

/** One statement, and an index for each of its parts. @param since of the deals */
export async function readWorkFigures(db: DbOrTx, since: Date): Promise<WorkFigures> {
  const [figures] = await selectRows<WorkFigures>(
    db,
    sql`with urls as materialized (
        select ${settlements.runnerId} as runner_id, ${settlements.hairPhotoUrl} as url
        from ${settlements} where ${gt(settlements.createdAt, since)}
        union
        select ${cashPayments.runnerId}, ${cashPayments.hairPhotoUrl}
        from ${cashPayments} where ${gt(cashPayments.createdAt, since)}
        union
        select ${cashPayments.runnerId}, ${cashPayments.cashReceiptUrl}
        from ${cashPayments} where ${gt(cashPayments.createdAt, since)}
      )
      select
        (select count(*)::integer from ${settlements} where ${gt(settlements.createdAt, since)}) as settlements,
        (select count(*)::integer from ${cashPayments} where ${gt(cashPayments.createdAt, since)}) as payments,
        (select count(*)::integer from urls
          where ${photoHash(sql`url`)} is not null
            and not exists (
              select from ${photos}
              where ${photos.hash} = ${photoHash(sql`url`)} and ${photos.runnerId} = urls.runner_id
                and ${photos.lostAt} is null
            )
        ) as "pendingPhotos",
        count(*)::integer as "unsentPhones",
        coalesce(sum(${phones.unsentDeals}), 0)::integer as "unsentDeals",
        greatest(coalesce(extract(epoch from now() - min(${phones.unsentSince})), 0), 0)::float as "oldestUnsentS",
        (select coalesce(max(last_value::float / max_value), 0) from pg_sequences
          where schemaname = 'public') as "numbersUsed"
      from ${phones}
      where ${phones.unsentSince} is not null`,
  )
  if (!figures) throw new Error('an aggregate without a row')
  return figures
}
