/** SQL that overwrites what the database has about one customer. */
import type { DealFlag } from '@veni/domain/deal/flags'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { selectRows, type Tx } from '../db/client.ts'
import {
  cashPayments,
  customerConflicts,
  customers,
  importRows,
  laterPhotos,
  orders,
  settlements,
} from '../db/schema.ts'
import { ERASED_DEAL, ERASED_NAME, ERASED_ORDER } from './erased-fields.ts'

/** A part of a statement: the invoice ids of the customer's deals. */
export const selectInvoiceIds = (customerId: number) =>
  sql`select invoice_id from ${settlements} where customer_id = ${customerId}
    union all
    select invoice_id from ${cashPayments} where customer_id = ${customerId}`

const NO_PERSON = {
  state: '',
  district: '',
  villageInfo: '',
  memberName: ERASED_NAME,
  fatherOrHusbandName: '',
  mobile: '',
  email: '',
  status: 'erased',
  runnerId: null,
  extra: '',
  comments: '',
  notes: '',
  nextFollowup: null,
  imported: null,
}

/** The invoice ids and orders of a customer that the server received after an instant. */
export async function listReceivedAfter(tx: Tx, id: number, after: Date): Promise<string[]> {
  const since = sql`${after.toISOString()}::timestamptz`
  const rows = await selectRows<{ name: string }>(
    tx,
    sql`select invoice_id as name from ${settlements} where customer_id = ${id} and created_at > ${since}
      union all
      select invoice_id from ${cashPayments} where customer_id = ${id} and created_at > ${since}
      union all
      select 'order ' || id from ${orders} where customer_id = ${id} and created_at > ${since}
      union
      select invoice_id from ${laterPhotos}
      where invoice_id in (${selectInvoiceIds(id)}) and created_at > ${since}
      order by name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Overwrites what identifies the customer. Amounts, times, products and references of payments stay.
 * @param found the hashes of the customer's photos that the server has
 */
export async function overwritePersonalData(
  tx: Tx,
  id: number,
  { erasedAt, found }: { erasedAt: Date; found: readonly string[] },
): Promise<void> {
  const url = (column: PgColumn) => withoutAddress(column, found)
  const erasedDeal = ({ flags, hairPhotoUrl }: typeof settlements | typeof cashPayments) => ({
    ...ERASED_DEAL,
    flags: withoutTexts(flags, ['customer_name', 'location']),
    hairPhotoUrl: url(hairPhotoUrl),
  })
  await tx
    .update(customers)
    .set({ ...NO_PERSON, erasedAt, updatedAt: erasedAt })
    .where(eq(customers.id, id))
  await tx
    .update(orders)
    .set({
      ...ERASED_ORDER,
      productName: orders.productId,
      flags: withoutTexts(orders.flags, ORDER_TEXTS),
      hairPhotoUrl: sql`nullif(${url(orders.hairPhotoUrl)}, '')`,
      cashReceiptUrl: sql`nullif(${url(orders.cashReceiptUrl)}, '')`,
    })
    .where(eq(orders.customerId, id))
  await tx.update(settlements).set(erasedDeal(settlements)).where(eq(settlements.customerId, id))
  await tx
    .update(cashPayments)
    .set({ ...erasedDeal(cashPayments), cashReceiptUrl: url(cashPayments.cashReceiptUrl) })
    .where(eq(cashPayments.customerId, id))
  await tx
    .update(laterPhotos)
    .set({ url: url(laterPhotos.url) })
    .where(sql`${laterPhotos.invoiceId} in (${selectInvoiceIds(id)})`)
  await overwriteConflicts(tx, id, erasedAt)
  await deleteImportRows(tx, id)
}

/** Of imports that run, and of those that were killed. An import changes nothing of an erased customer. */
async function deleteImportRows(tx: Tx, id: number): Promise<void> {
  await tx.delete(importRows).where(isImportRowOf(id))
}

/** Another kind of record can have the same key. Each file of customers has this column. */
export const isImportRowOf = (id: number) =>
  sql`(${importRows.key} = ${String(id)} and ${importRows.data} ? ${customers.memberName.name})`

/** Leaves only the address of a photo that has not arrived. */
function withoutAddress(column: PgColumn, found: readonly string[]) {
  const hash = sql`substring(${column} from '^/api/images/([0-9a-f]{64})[.]')`
  return sql<string>`case when ${hash} is null or ${JSON.stringify(found)}::jsonb ? ${hash} then '' else ${column} end`
}

/** The fields of {@link ERASED_ORDER} and the name of the product, as a flag names them. */
const ORDER_TEXTS = [
  'delivery_address',
  'customer_notes',
  'runner_notes',
  'payment_type',
  'delivery_date',
  'hair_weight',
  'cash_amount',
  'product_name',
]

/** A flag `sent-later` has the value that the phone sent. Of these fields only the name stays. */
const withoutTexts = (flags: PgColumn, fields: readonly string[]) =>
  sql<DealFlag[] | null>`coalesce((
    select jsonb_agg(case when flag ->> 'kind' = 'sent-later' and ${JSON.stringify(fields)}::jsonb ? field
      then jsonb_set(flag, '{field}', to_jsonb(field)) else flag end)
    from jsonb_array_elements(${flags}) as flag, split_part(flag ->> 'field', ' ', 1) as field
  ), ${flags})`

/** The statuses stay, without comments and follow-ups. */
async function overwriteConflicts(tx: Tx, id: number, erasedAt: Date): Promise<void> {
  const onlyStatus = (values: PgColumn) =>
    sql`jsonb_build_object('status', ${values} -> 'status', 'comments', '', 'next_followup', null)`
  const { wanted, seen, office } = customerConflicts
  await tx
    .update(customerConflicts)
    .set({
      wanted: onlyStatus(wanted),
      seen: sql`${seen} || ${onlyStatus(seen)}`,
      office: onlyStatus(office),
      endedAt: sql`coalesce(${customerConflicts.endedAt}, ${erasedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(customerConflicts.customerId, id))
}
