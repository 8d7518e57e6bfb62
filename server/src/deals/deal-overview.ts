import { locationSchema } from '@veni/domain/location'
import { FLAG_KINDS, OFFICE_FLAG_KINDS } from '@veni/domain/deal/flags'
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import * as v from 'valibot'
import {
  findErasedWithPhotos,
  findSecondDeliveries,
  listStoredFlags,
  NEWER_FLAG,
  type OtherDelivery,
  settledAgainSchema,
  toSettledAgain,
} from '../customers/service.ts'
import type { DbOrTx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { toDealFields } from './deal-record.ts'
import { listCashPaymentPage, listSettlementPage } from './deal-overview-store.ts'
import { type DealPhoto, type DealPhotos, findPhotosOfDeals, NO_PHOTOS } from './deal-photos.ts'

/** A photo of a deal that the runner has replaced later. */
const photoReplacedSchema = v.object({
  kind: v.literal('photo-replaced'),
  field: v.picklist(['hair_photo_url', 'cash_receipt_url']),
  /** How often. */
  number: v.number(),
  /** `photo-lost`, or the code or status with which the server had refused the photo before. */
  reason: v.string(),
  /** By the phone's clock. */
  taken_at: v.string(),
  received_at: v.string(),
})
export type PhotoReplaced = v.InferInput<typeof photoReplacedSchema>

const STORED_KINDS = [...FLAG_KINDS, ...OFFICE_FLAG_KINDS]

/**
 * Found with each listing: `upi-reference-used` and `settled-again`, because the second deal may come later, and
 * `receipt-is-packet`, because the addresses of photos may.
 */
const LISTED_KINDS = ['upi-reference-used', 'receipt-is-packet'] as const
const flagSchema = v.variant('kind', [
  v.object({
    kind: v.picklist([...STORED_KINDS, ...LISTED_KINDS, NEWER_FLAG]),
    field: v.string(),
  }),
  settledAgainSchema,
  photoReplacedSchema,
])

const photoSchema = v.object({
  state: v.picklist(['received', 'lost', 'pending', 'elsewhere', 'unusable', 'unnamed']),
  usedBy: v.array(v.string()),
})

/** A deal as the command line shows it to the office. Amounts are in rupees. */
export const dealOverviewSchema = v.object({
  kind: v.picklist(['settlement', 'cash-payment']),
  invoice_id: v.string(),
  /** By the clock of the server. */
  received_at: v.string(),
  /** By the phone's clock. */
  completed_at: v.string(),
  clock_offset_s: recountedSettlementSchema.entries.clock_offset_s,
  runner: v.object({ name: v.string(), phone: v.nullable(v.string()) }),
  customer_id: v.union([v.number(), v.string()]),
  customer_name: v.string(),
  hair_value: v.number(),
  items_total: v.number(),
  balance_amount: v.number(),
  balance_type: v.picklist(['return', 'collect']),
  location: locationSchema,
  differences: recountedSettlementSchema.entries.differences,
  /** False for deals older than the recount. */
  is_recounted: v.boolean(),
  flags: v.array(flagSchema),
  /** The customer is erased, and a photo of this deal arrived later: the office runs the erase again. */
  is_erase_due: v.boolean(),
  /** False for deals older than the flags. */
  is_checked: v.boolean(),
  packet: photoSchema,
  /** undefined when the deal needs no receipt. */
  receipt: v.optional(photoSchema),
})
export type DealOverview = v.InferInput<typeof dealOverviewSchema>

export interface DealFilter {
  /** When the server received the deal. */
  readonly receivedSince?: Date | undefined
  /** Normalised by `toPhoneKey`. */
  readonly runnerPhone?: string | undefined
}

const PAGE = 200

/**
 * Calls `onDeal` for the deals of all runners, the last received first, one page in memory at a time.
 * @returns the number of deals
 */
export async function listAllDeals(
  deps: Pick<Deps, 'db' | 'config' | 'photoStore'>,
  { receivedSince, runnerPhone }: DealFilter,
  onDeal: (deal: DealOverview) => void,
): Promise<number> {
  let below: FoundDeal['deal'] | undefined
  let count = 0
  for (;;) {
    const found = await findPage(deps.db, { receivedSince, runnerPhone, below, most: PAGE })
    const ids = found.map(({ deal }) => deal.invoiceId)
    const photos = await findPhotosOfDeals(deps, ids)
    const others = await findSecondDeliveries(
      deps.db,
      { invoiceIds: ids },
      deps.config.settledAgainDays,
    )
    const erased = found.filter(({ isErased }) => isErased).map(({ deal }) => deal.customerId)
    const withPhotos = await findErasedWithPhotos(deps.db, erased)
    const hasImageHost = deps.config.app.imageHostUrl !== undefined
    for (const one of found) {
      const id = one.deal.invoiceId
      const isPhotoBack = withPhotos.has(one.deal.customerId)
      const known = { photos: photos.get(id) ?? NO_PHOTOS, others: others.get(id), isPhotoBack }
      onDeal(toDealOverview(one, known, hasImageHost))
    }
    count += found.length
    below = found.at(-1)?.deal
    if (found.length < PAGE) return count
  }
}

/**
 * True for a flag, a wrong sum or cash amount, a photo that the office cannot open, and a photo of another deal.
 */
export function needsAttention(deal: DealOverview): boolean {
  const { differences = [], flags, packet, receipt } = deal
  const photos = receipt ? [packet, receipt] : [packet]
  return (
    flags.length > 0 ||
    deal.is_erase_due ||
    differences.some(({ kind }) => kind !== 'price') ||
    photos.some((photo) => !isOpenable(photo) || photo.usedBy.length > 0)
  )
}

type FoundDeal = Awaited<ReturnType<typeof findPage>>[number]

/** Reads a full page of each kind, so that the merged page misses none. */
async function findPage(db: DbOrTx, page: Parameters<typeof listSettlementPage>[1]) {
  const settled = await listSettlementPage(db, page)
  const paid = await listCashPaymentPage(db, page)
  return [
    ...settled.map((found) => ({ kind: 'settlement' as const, ...found })),
    ...paid.map((found) => ({ kind: 'cash-payment' as const, ...found })),
  ]
    .toSorted((one, other) => compare(other, one))
    .slice(0, page.most)
}

/** Whether the office can open the photo. */
export function isOpenable({ state }: Pick<DealPhoto, 'state'>): boolean {
  return state === 'received' || state === 'elsewhere'
}

function compare(one: Ordered, other: Ordered): number {
  const apart = one.deal.createdAt.getTime() - other.deal.createdAt.getTime()
  if (apart !== 0) return apart
  return one.deal.invoiceId < other.deal.invoiceId ? -1 : 1
}
type Ordered = { readonly deal: { readonly createdAt: Date; readonly invoiceId: string } }

/** What the server knows about a deal besides its row. */
interface Known {
  readonly photos: DealPhotos
  readonly others: readonly OtherDelivery[] | undefined
  /** A photo that an erase of the customer has deleted is here again; no deal names it any more. */
  readonly isPhotoBack: boolean
}

const isAnyReceived = ({ packet, receipt }: DealPhotos) =>
  [packet, receipt].some(({ state }) => state === 'received')

function toDealOverview(
  { kind, deal, runner, isErased, ...found }: FoundDeal,
  { photos, others, isPhotoBack }: Known,
  hasImageHost: boolean,
): DealOverview {
  const fields = toDealFields(deal)
  const isReferenceUsed = 'isReferenceUsed' in found && found.isReferenceUsed
  return {
    kind,
    invoice_id: fields.invoice_id,
    received_at: deal.createdAt.toISOString(),
    completed_at: deal.completedAt.toISOString(),
    clock_offset_s: fields.clock_offset_s,
    runner,
    customer_id: fields.customer_id,
    customer_name: fields.customer_name,
    hair_value: fields.hair_value,
    items_total: fields.items_total,
    balance_amount: fields.balance_amount,
    balance_type: fields.balance_type,
    location: fields.location,
    differences: fields.differences,
    is_recounted: deal.differences !== null,
    flags: [
      ...listStoredFlags(deal.flags, STORED_KINDS),
      ...toSettledAgain(others),
      ...(isReferenceUsed ? [{ kind: 'upi-reference-used' as const, field: 'upi_reference' }] : []),
      ...toPhotoFlags(photos),
    ],
    is_erase_due: isErased && (isPhotoBack || isAnyReceived(photos)),
    is_checked: deal.flags !== null,
    packet: toPhotoOverview(photos.packet, hasImageHost),
    ...('payoutMethod' in deal &&
      deal.payoutMethod === 'cash' && { receipt: toPhotoOverview(photos.receipt, hasImageHost) }),
  }
}

function toPhotoFlags({ packet, receipt }: DealPhotos) {
  return [
    ...toPhotoReplaced('hair_photo_url', packet),
    ...toPhotoReplaced('cash_receipt_url', receipt),
    ...(receipt.isBoth ? [{ kind: 'receipt-is-packet' as const, field: 'cash_receipt_url' }] : []),
  ]
}

/** If the company has no image host, the phone has invented an address that is not of our server. */
function toPhotoOverview({ state, usedBy }: DealPhoto, hasImageHost: boolean) {
  const isInvented = state === 'elsewhere' && !hasImageHost
  return { state: isInvented ? ('unusable' as const) : state, usedBy: [...usedBy] }
}

function toPhotoReplaced(field: PhotoReplaced['field'], { later }: DealPhoto): PhotoReplaced[] {
  if (!later) return []
  const { number, reason, takenAt, receivedAt } = later
  return [
    {
      kind: 'photo-replaced',
      field,
      number,
      reason,
      taken_at: takenAt,
      received_at: receivedAt,
    },
  ]
}
