/** Where a comparison of all rows goes on after it was cut: one of 400 days needs many calls, and each can fail. */
import {
  isSameDigest,
  subtractDigest,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import type { SentWork } from '../../storage/sealed/sent-rows.ts'
import type { SentRows } from './sent-rows-of.ts'

type Place = Pick<SentWork, 'sentAt'> & { readonly id?: string | undefined }

/** A backup lacks only what came after it, so the newest rows are the first. */
const newestFirst = (one: Place, other: SentWork) =>
  other.sentAt - one.sentAt || (one.id ?? '').localeCompare(other.id)

export interface RowsLeft {
  readonly list: readonly SentWork[]
  /** Whether nothing stays lost of the rows that were compared before. */
  readonly isWhole: boolean
}

/**
 * The rows that are not compared yet. What was compared before the cut counts as long as the server differs from this
 * phone in the same way as then: otherwise it may have lost some of it since, and all are compared again.
 */
export async function listLeft(rows: SentRows, reply: ReconciliationReply): Promise<RowsLeft> {
  const list = (await rows.listConfirmed()).toSorted(newestFirst)
  const { compared } = await rows.readPhone()
  const gap = compared?.gap
  if (!gap || compared.epoch !== reply.epoch || !isSameDigest(gap, await findGap(rows, reply)))
    return { list, isWhole: true }
  return {
    list: list.filter((row) => newestFirst(compared, row) < 0),
    isWhole: compared.isWhole !== false,
  }
}

/** After each batch. */
export async function storePlace(
  rows: SentRows,
  reply: ReconciliationReply,
  { sentAt, id, isWhole }: Required<Place> & { readonly isWhole: boolean },
): Promise<void> {
  const gap = await findGap(rows, reply)
  await rows.changePhone({ compared: { epoch: reply.epoch, sentAt, id, isWhole, gap } })
}

/** What the server has beyond the rows of this phone. */
export async function findGap(rows: SentRows, { digest }: Pick<ReconciliationReply, 'digest'>) {
  const { digest: own } = await rows.readPhone()
  return subtractDigest(digest, own)
}
