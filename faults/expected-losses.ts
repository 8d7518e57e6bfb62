/**
 * What a phone may lose when its database is damaged: a row whose copy had not been made yet, and nothing else (decision
 * 22). The stores themselves show which rows these are.
 */
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { ExpectedState } from './expected-state.ts'
import type { FaultPlan } from './fault-plan.ts'
import { ENTRY_UNCOPIED } from './faults.ts'
import type { Fields, Rows } from './phone-stores.ts'

/** In which a copy is made when nothing fails. */
const COPY_LIMIT_MS = 10_000

type Counts = Pick<FaultPlan, 'counts'>

const sumOf = ({ counts }: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** To be called at each write. @param now ms since 1970 */
export function noteWrite({ lastWrites }: ExpectedState, now: number, plan: Counts): void {
  lastWrites.push({ at: now, faults: sumOf(plan) })
  if (lastWrites.length > 2) lastWrites.shift()
}

/** After these faults, a row may have no copy until its next change. */
const lasting = [
  'disk full',
  'no space for a copy',
  'second copy torn',
  'second copy rolled back',
  ENTRY_UNCOPIED,
] as const

/**
 * Whether each row must have its copy: nothing was written for a while, and nothing has failed since the write before the
 * last one.
 */
export function hasAllCopies({ lastWrites }: ExpectedState, now: number, plan: Counts): boolean {
  const [before, last] = lastWrites
  return (
    before !== undefined &&
    last !== undefined &&
    now - last.at > COPY_LIMIT_MS &&
    before.faults === sumOf(plan) &&
    lasting.every((name) => !plan.counts.has(name))
  )
}

interface DamagedStores {
  /** The rows of the database and, of those that it has lost before, the copies. Both before the damage. */
  readonly before: Rows
  /** The database after it. */
  readonly left: Rows
  /** The copies that can be read after it. */
  readonly copies: Rows
}

/** @returns the names of the lost rows that needed a copy, and of the rows that are back in an earlier state */
export function noteLosses(expected: ExpectedState, stores: DamagedStores): string[] {
  const { before, left, copies } = stores
  const lost = [...before].filter(
    ([name, row]) => !isAtHost(row) && !isStored(row, left.get(name), copies.get(name)),
  )
  for (const [name, row] of before)
    if (isAtHost(row) && row.bytes !== undefined && !isStored(row, left.get(name)))
      expected.photosOfOffice.add(splitName(name)[1] ?? '')
  for (const [name, row] of lost) {
    const [collection = '', key = ''] = splitName(name)
    if (collection === 'outbox') noteLostEntry(expected, row as unknown as OutboxEntry)
    if (collection === 'photos') expected.lostPhotos.add(key)
    if (collection === 'deals') noteLostDeal(expected, key, row, stores)
  }
  noteLostOrders(expected, stores)
  return lost.flatMap(([name]) => (isPhotoOfReceived(name, stores) ? [] : [name]))
}

/** Whether the phone was full and has deleted what it had sent, and the office has restored a backup. */
export const mayLosePhotos = ({ counts }: Counts, { restoredAt }: ExpectedState) =>
  (counts.get('disk full') ?? 0) > 0 && restoredAt > 0

/** Whether neither phone nor office has the photo: the office has restored a backup that may lack it. */
export const isPhotoLost = (
  { lostPhotos, photosOfOffice, restoredAt }: ExpectedState,
  id: string,
) => lostPhotos.has(id) || (photosOfOffice.has(id) && restoredAt > 0)

/** The server has it: such a photo needs no copy. The row of a database that was rolled back may have no address again. */
function isPhotoOfReceived(name: string, { before, copies }: DamagedStores): boolean {
  const [collection, key = ''] = splitName(name)
  const deal = `deals/${key.split('.')[0]}`
  return (
    collection === 'photos' &&
    [before, copies].some((rows) => rows.get(deal)?.receivedAt !== undefined)
  )
}

const splitName = (name: string) => name.split(/\/(.*)/s)

/** Such a photo has no copy: its host has acknowledged it. */
const isAtHost = ({ url }: Fields) => url !== undefined

/** A photo is whole, or it is lost. Of other rows an earlier state is kept, too: what follows is done again from there. */
function isStored(row: Fields, ...stored: readonly (Fields | undefined)[]): boolean {
  return stored.some((one) => one !== undefined && sizeOf(one) >= sizeOf(row))
}

const sizeOf = ({ bytes }: Fields) =>
  (bytes as { readonly byteLength: number } | undefined)?.byteLength ?? 0

function noteLostEntry(expected: ExpectedState, { id, work, visitId = '' }: OutboxEntry): void {
  expected.evicted.add(id)
  const { visits, shownOrders, reports, lostNamed } = expected
  if (work.kind === 'single-order')
    shownOrders.splice(0, Infinity, ...shownOrders.filter((one) => one !== visitId))
  if (work.kind === 'settlement-delivered')
    for (const visit of visits.values())
      if (visit.shown.some(({ invoiceId }) => invoiceId === work.invoiceId))
        visit.isDeliveryShown = false
  for (const { items, at } of reports.values()) if (items.includes(id)) lostNamed.set(id, at)
}

/** While one of the two rows is left, the next press sends the same order again. */
function noteLostOrders({ lostOrders }: ExpectedState, { before, left, copies }: DamagedStores) {
  const rest = new Set([left, copies].flatMap(visitsOfOrders))
  for (const visitId of visitsOfOrders(before)) if (!rest.has(visitId)) lostOrders.add(visitId)
}

/** The visits of the single orders that are in the outbox, or whose id the runner has not seen yet. */
const visitsOfOrders = (rows: Rows): string[] =>
  [...rows].flatMap(([name, row]) => {
    const [collection] = splitName(name)
    const entry = collection === 'outbox' ? row : collection === 'visits' ? row.value : undefined
    const { work, visitId } = Object(entry) as Partial<OutboxEntry>
    return work?.kind === 'single-order' && visitId !== undefined ? [visitId] : []
  })

/** A deal comes back from its entry. Without one it is gone. */
function noteLostDeal(
  { visits }: ExpectedState,
  visitId: string,
  deal: Fields,
  { left, copies }: DamagedStores,
): void {
  const entry = `outbox/${visitId}`
  const visit = visits.get(visitId)
  if (visit && !left.has(entry) && !copies.has(entry))
    visit.eviction ??= { isReceived: deal.receivedAt !== undefined }
}
