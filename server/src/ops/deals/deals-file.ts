/** The CSV file of `deals --csv`, for a spreadsheet. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { DealOverview } from '../../deals/deal-overview.ts'
import { OperatorError } from '../../errors.ts'
import type { SingleOrderOverview } from '../../orders/order-overview.ts'
import { localTime, toPrintable } from '../describe.ts'
import { describeDeal } from './describe-deal.ts'
import { describeSingleOrder } from './describe-single-order.ts'

type Listed = DealOverview | SingleOrderOverview

/** Amounts are in rupees, times in the time zone of the office; `time` is the one of the phone's clock. */
const COLUMNS = [
  'id',
  'kind',
  'received',
  'time',
  'runner',
  'runner_phone',
  'customer_id',
  'customer_name',
  'hair_value',
  'items_total',
  'balance_amount',
  'balance_type',
  'to_check',
]

export interface DealsFile {
  add(item: Listed): void
  /** The file is complete. */
  close(): void
  /** Deletes the unfinished file. */
  discard(): void
}

/**
 * Creates the file, for its owner only. It gets its name when it is complete: a list that was cut off would look like a whole
 * one. Until then it has a name that no other command uses. Throws `OperatorError` when a file of this name exists or
 * comes in the meantime, and when it cannot be written.
 */
export function createDealsFile(file: string): DealsFile {
  if (existsSync(file)) throw refusal(file, EXISTS)
  const partial = `${file}.${randomUUID()}.partial`
  const handle = orRefuse(file, () => openSync(partial, 'wx', 0o600))
  const write = (cells: readonly (string | number)[]) =>
    orRefuse(file, () => writeFileSync(handle, toLine(cells)))
  // Excel reads a file as UTF-8 when it begins with this mark.
  orRefuse(file, () => writeFileSync(handle, '\uFEFF'))
  write(COLUMNS)
  return {
    add: (item) => write(toCells(item)),
    close() {
      orRefuse(file, () => {
        // After a power cut, the name must not belong to a part of the list.
        fsyncSync(handle)
        // `rename` alone would replace a file that has come in the meantime. A link is not possible on each USB stick.
        closeSync(openSync(file, 'wx', 0o600))
        renameSync(partial, file)
      })
      closeSync(handle)
    },
    discard() {
      closeSync(handle)
      rmSync(partial)
    },
  }
}

const EXISTS = 'it exists already'

function orRefuse<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw refusal(file, code === 'EEXIST' ? EXISTS : code, { cause: error })
  }
}

const refusal = (file: string, why: string, options?: ErrorOptions) =>
  new OperatorError(`Cannot write ${file}: ${why}.`, options)

/** A cell that a spreadsheet would take for a formula gets a `'`. */
function toLine(cells: readonly (string | number)[]): string {
  const printable = cells.map((cell) =>
    typeof cell === 'string' ? toPrintable(cell).trim() : cell,
  )
  return stringify([printable], { escape_formulas: true, record_delimiter: 'windows' })
}

function toCells(item: Listed): (string | number)[] {
  const { runner, customer_id, customer_name } = item
  const who = [runner.name, runner.phone ?? '', customer_id, customer_name]
  if (item.kind === 'single-order') {
    const { order_id, kind, at, total_amount, actual_amount } = item
    const amounts = ['', total_amount ?? '', actual_amount ?? '', '']
    const toCheck = reasonsIn(describeSingleOrder(item))
    return [`order ${order_id}`, kind, localTime(at), '', ...who, ...amounts, toCheck]
  }
  const { invoice_id, kind, received_at, completed_at, hair_value, items_total } = item
  const amounts = [hair_value, items_total, item.balance_amount, item.balance_type]
  return [
    invoice_id,
    kind,
    localTime(received_at),
    localTime(completed_at),
    ...who,
    ...amounts,
    reasonsIn(describeDeal(item)),
  ]
}

const MARK = '! '

const reasonsIn = (lines: readonly string[]) =>
  lines
    .filter((line) => line.startsWith(MARK))
    .map((line) => line.slice(MARK.length))
    .join('; ')
