/** What phones have lost with their storage, as far as the server has heard of it (decision 45). */
import type { LostItem, LostWork, Unsent } from '@veni/domain/api/reconciliation'
import type { DbOrTx, Tx } from '../db/client.ts'
import type { LostPhoneItem } from '../db/work-schema.ts'
import { findPhotosOfDeals } from '../deals/deal-photos.ts'
import type { Deps } from '../deps.ts'
import {
  findAccounted,
  lockPhones,
  type PhoneHead,
  type PhoneRow,
  readPhones,
  storeContact,
  storeEvictions,
} from './phones-store.ts'
import type { RunnerPhone } from './store.ts'

export interface PhoneReport extends RunnerPhone {
  /** From the cookie of the browser. */
  readonly browserId: string
  readonly unsent: Unsent
}

type LostDeps = Pick<Deps, 'now' | 'photoStore'>

/**
 * Stores what a phone reports. What it named before and does not name any more is lost, unless the server has it, or the
 * phone may have it among what it only counts.
 * @returns what the runner has to know
 */
export async function receiveReport(
  tx: Tx,
  deps: LostDeps,
  report: PhoneReport,
): Promise<LostWork[]> {
  const now = deps.now()
  const { runnerId, phoneId, browserId, unsent } = report
  const heads = await lockPhones(tx, runnerId)
  const head = heads.find(({ id }) => id === phoneId)
  const others = heads.filter(({ id }) => id !== phoneId)
  const isEvicted = (phone: PhoneHead) =>
    phone.evictedAt !== null || (!head && phone.browserId === browserId)
  const evicted = others.filter((phone) => !phone.evictedAt && isEvicted(phone))
  await storeEvictions(tx, { runnerId, ids: evicted.map(({ id }) => id) }, now)
  const reported = chooseReported(others, isEvicted, head?.createdAt ?? now)
  const rows = await readPhones(tx, runnerId, [phoneId, ...reported])
  const before = rows.get(phoneId)
  const named = new Set(unsent.items.map(({ id }) => id))
  const gone = before ? await findGoneItems(tx, deps, before, named) : []
  const isHidden = newHiddenTest(unsent)
  const own = await storeContact(tx, report, {
    unsent,
    hiddenItems: gone.filter(isHidden).slice(0, MOST_LOST_ITEMS).map(toItem),
    lostItems: gone.filter((item) => !isHidden(item)).slice(0, MOST_LOST_ITEMS),
    browserId,
    now,
  })
  if (!own) return []
  const latestFirst = reported.flatMap((id) => rows.get(id) ?? [])
  const lost = boundItems([own, ...latestFirst].flatMap((row) => findLost(row, own)))
  return (await withoutAccounted(tx, deps, lost, named)).filter(
    ({ items, is_this_phone: isThis }, at) =>
      items.length > 0 || (isThis && lost[at]?.items.length === 0),
  )
}

/** The oldest of them are enough for a call to the office. */
const MOST_LOST_ITEMS = 200

/** Of all phones of a runner. Without it, 50 phones of one runner had 15,000 items, and each report took seconds. */
const MOST_REPORTED_ITEMS = 300

/**
 * Which of the other phones may have lost something that this report answers, those that reported last first. A runner's
 * phones can have megabytes of items, so that only these are read. @param since the first contact of the asking phone
 */
function chooseReported(
  others: readonly PhoneHead[],
  isEvicted: (phone: PhoneHead) => boolean,
  since: Date,
): string[] {
  let items = 0
  return others
    .toSorted((one, other) => other.contactAt.getTime() - one.contactAt.getTime())
    .filter((phone) => {
      if (!isEvicted(phone) && phone.contactAt >= since) return false
      const count = phone.lostCount + phone.unsentCount
      if (count === 0) return isEvicted(phone)
      items += count
      return items - count < MOST_REPORTED_ITEMS
    })
    .map(({ id }) => id)
}

/** The items of the first phones, so that one report looks up a bounded number. */
function boundItems(lost: readonly LostWork[]): LostWork[] {
  let left = MOST_REPORTED_ITEMS
  return lost.flatMap((one) => {
    const items = one.items.slice(0, left)
    left -= items.length
    // Without an item it would say that nothing was waiting.
    return items.length < one.items.length && items.length === 0 ? [] : [{ ...one, items }]
  })
}

/** @returns what the phone of the row no longer names and the server does not have: most of it was sent meanwhile */
async function findGoneItems(
  tx: Tx,
  deps: LostDeps,
  before: PhoneRow,
  named: ReadonlySet<string>,
): Promise<LostPhoneItem[]> {
  const gone = [...before.lostItems, ...toLost(before)]
  const [missing] = await withoutAccounted(tx, deps, [{ items: gone }], named)
  const ids = new Set(missing?.items.map(({ id }) => id))
  return gone.filter(({ id }) => ids.has(id))
}

/**
 * A report names the oldest items and counts all; an older app names none. An item that is not named can be there as long
 * as more are counted than named, unless it is older than one that is named.
 */
function newHiddenTest({ deals, others, items }: Unsent): (item: LostPhoneItem) => boolean {
  if (deals + others <= items.length) return () => false
  const latest = Math.max(...items.map(({ at }) => Date.parse(at)))
  return ({ at }) => Date.parse(at) >= latest
}

const toLost = ({ unsentItems, contactAt }: PhoneRow): LostPhoneItem[] =>
  unsentItems.map((item) => ({ ...item, reportedAt: contactAt.toISOString() }))

/** What the phone of a row has lost, as the phone `own` has to know it. */
function findLost(row: PhoneRow, own: PhoneRow): LostWork[] {
  const items = listLostItems(row, row.id !== own.id && row.contactAt < own.createdAt)
  const isThis = row.id === own.id || row.evictedAt !== null
  const isFirstReport = row.evictedAt?.getTime() === own.createdAt.getTime()
  const isSilent = row.contactAt < own.createdAt
  if (items.length === 0 ? !isFirstReport : !isThis && !isSilent) return []
  const reportedAt = items.map((item) => item.reportedAt).toSorted()
  const latest = reportedAt.at(-1) ?? row.contactAt.toISOString()
  return [{ is_this_phone: isThis, reported_at: latest, items: items.map(toItem) }]
}

const listLostItems = (row: PhoneRow, isGone: boolean): LostPhoneItem[] => [
  ...row.lostItems,
  ...(isGone || row.evictedAt ? toLost(row) : []),
]

function toItem(lost: LostPhoneItem): LostItem {
  const { reportedAt: _, ...item } = lost
  return item
}

/** Without what the server has by now, however it came. @param named what the asking phone has itself */
async function withoutAccounted<T extends { readonly items: readonly LostItem[] }>(
  db: DbOrTx,
  deps: Pick<LostDeps, 'photoStore'>,
  lost: readonly T[],
  named: ReadonlySet<string> = new Set(),
): Promise<(T & { items: LostItem[] })[]> {
  const items = lost.flatMap((one) => one.items)
  const { whole, deals } = await findAccounted(
    db,
    items.map(({ id }) => id),
  )
  const isAccounted = ({ id }: LostItem) => whole.has(id) || named.has(id)
  const needed = items.filter((item) => item.photos > 0 && !isAccounted(item))
  // Each of their photos costs a call to the bucket.
  const invoiceIds = new Set(needed.flatMap(({ id }) => deals.get(id) ?? []))
  const photos = await findPhotosOfDeals({ ...deps, db }, [...invoiceIds])
  const missingPhotos = (invoiceId: string) =>
    Object.values(photos.get(invoiceId) ?? {}).filter(({ state }) => isMissing.has(state)).length
  const reduce = (item: LostItem): LostItem[] => {
    if (isAccounted(item)) return []
    const invoiceId = deals.get(item.id)
    if (invoiceId === undefined) return [item]
    const missing = Math.min(item.photos, missingPhotos(invoiceId))
    return missing === 0 ? [] : [{ ...item, photos: missing, is_recorded: true }]
  }
  return lost.map((one) => ({ ...one, items: one.items.flatMap(reduce) }))
}

const isMissing: ReadonlySet<string> = new Set(['pending', 'lost'])

/** The same for the office, which sees only what is certain. @returns what the phone of each row has lost */
export async function listLostOf(
  deps: Pick<Deps, 'db' | 'photoStore'>,
  rows: readonly PhoneRow[],
): Promise<LostItem[][]> {
  const lost = rows.map((row) => ({ items: listLostItems(row, false).map(toItem) }))
  return (await withoutAccounted(deps.db, deps, lost)).map(({ items }) => items)
}
