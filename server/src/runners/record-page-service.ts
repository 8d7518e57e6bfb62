import type { RunnerRecord } from '@veni/domain/api/runner-record'
import type { Db } from '../db/client.ts'
import { listCashPaymentRecords, listSettlementRecords } from '../deals/service.ts'
import { fitList, MAX_RECORDS_BYTES } from '../limits/bounded-list.ts'
import { listCompletedOrders } from '../orders/service.ts'
import { type Position, type Positions, writePositions } from './record-page.ts'

/** A page has this many of the newest deals and orders of each kind. */
const MOST_LISTED = 100

/** One page of the runner record, the last received first. @param before undefined for the first page */
export async function listRecordPage(
  db: Db,
  runnerId: number,
  before: Positions | undefined,
): Promise<Omit<RunnerRecord, 'runner'>> {
  const page = async <TRecord>(
    list: keyof Positions,
    read: (db: Db, runnerId: number, part: ListPart) => Promise<TRecord[]>,
    positionOf: (record: TRecord) => Position,
  ) => {
    if (before && !before[list]) return { records: [], end: undefined }
    const found = await read(db, runnerId, { before: before?.[list], most: MOST_LISTED + 1 })
    const records = fitList(found.slice(0, MOST_LISTED), MAX_RECORDS_BYTES)
    const last = records.at(-1)
    return { records, end: last && records.length < found.length ? positionOf(last) : undefined }
  }
  const orders = await page('orders', listCompletedOrders, (order) =>
    toPosition(order.completed_at, order.order_id),
  )
  const settlements = await page('settlements', listSettlementRecords, (deal) =>
    toPosition(deal.received_at, deal.invoice_id),
  )
  const payments = await page('cash_payments', listCashPaymentRecords, (deal) =>
    toPosition(deal.received_at, deal.invoice_id),
  )
  const older = writePositions({
    orders: orders.end,
    settlements: settlements.end,
    cash_payments: payments.end,
  })
  return {
    orders: orders.records,
    settlements: settlements.records,
    cash_payments: payments.records,
    ...(older !== undefined && { older }),
  }
}

interface ListPart {
  readonly before: Position | undefined
  readonly most: number
}

const toPosition = (instant: string, id: string | number): Position => ({
  at: Date.parse(instant),
  id: String(id),
})
