/** What really happened on the phone. The invariants compare the phone and the server with it. */
import type { Deal } from '@veni/domain/deal'
import { listPhotos } from '@veni/domain/work'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { isRefusedBySize } from './refused-by-size.ts'
import type { Report } from './reports.ts'
import type { PricedContents, Value } from './visits.ts'

export interface VisitMade {
  readonly id: string
  readonly value: Value
  readonly contents: PricedContents
  /** Typed by the runner; '' in a settlement and with cash. */
  readonly upiReference: string
  /** SHA-256 of the bytes of the photos that the phone showed as stored, by photo id. */
  readonly photos: Map<string, string>
  /** Ids of the photos without their last bytes: the server refuses them. */
  readonly cutPhotos: Set<string>
  /** The id of the photo that the runner has taken another one for, by the id of that one. */
  readonly replacedPhotos: Map<string, string>
  /** The deals that the phone showed as completed, each time that it did. */
  readonly shown: Deal[]
  /** The phone number of the runner who made it. */
  readonly by: string
  readonly isRefused: boolean
  isDeliveryShown: boolean
  /** Set when the browser has deleted the storage of the phone. */
  eviction?: Eviction
}

/** What the phone had of a visit. */
interface Eviction {
  /** Whether the phone showed the deal as received. Then the office had the record and the photos. */
  readonly isReceived: boolean
}

export interface ExpectedState {
  readonly visits: Map<string, VisitMade>
  /** Entries that were on the phone's disk, in the order in which they were written. */
  readonly stored: Map<string, OutboxEntry>
  /** The latest photos of an entry, by its id. A database that is rolled back may have earlier ones for a moment. */
  readonly lastPhotos: Map<string, ReturnType<typeof listPhotos>>
  /** Ids of the entries that the phone showed as stored. */
  readonly shownAsStored: Set<string>
  /** How often a call of an entry was answered or given up: it cannot have had more attempts. */
  readonly replies: Map<string, number>
  /** When a call of an entry was last answered without a refusal, in ms since 1970. */
  readonly answeredAt: Map<string, number>
  /** Violations that were found during the shift. */
  readonly violations: Set<string>
  /** The invoice ids of the deals that the phone stored as received. */
  readonly received: Set<string>
  /** The visits whose single order the phone showed as made. A restored order has another number. */
  readonly shownOrders: string[]
  /** The visits of whose single order the phone has lost both the entry and the row that names it. */
  readonly lostOrders: Set<string>
  /** Ids of the entries that the runner sent again although the office had changed the customer. */
  readonly sentAgain: Set<string>
  /**
   * Ids of the entries that later work did not wait for: an intermediary had refused them, or the server a photo of them
   * while the office lost their records by a restore, or they stayed sealed because the disk was full at the sign-in.
   */
  readonly overtaken: Set<string>
  /** Ids of the entries that the runner deleted, because the office is right. */
  readonly leftToOffice: Set<string>
  /** The last report of unsent work that the office got, by the id of the phone in the report. */
  readonly reports: Map<string, Report>
  /** Ids of the entries that the phone had stored when the browser deleted its storage, or lost with its database. */
  readonly evicted: Set<string>
  /** Ids of the entries that only a newer release could read for a while. */
  readonly unreadable: Set<string>
  /** Invoice ids of the settlements among them whose record the server had not acknowledged: their delivery waits. */
  readonly unreadableSettlements: Set<string>
  /** Ids of the photos that the phone has lost with its database before their copy was made. */
  readonly lostPhotos: Set<string>
  /** Ids of the photos that the phone has lost so after the office had them, and before it had sealed them. */
  readonly photosOfOffice: Set<string>
  /** When the office got a report that named an entry which was lost so, in ms since 1970, by the id of the entry. */
  readonly lostNamed: Map<string, number>
  /** The last writes of the phone: when, in ms since 1970, and how many faults and events it had had until then. */
  readonly lastWrites: { readonly at: number; readonly faults: number }[]
  /** When the office has last restored a backup, in ms since 1970. */
  restoredAt: number
  /** When the phone has last got a reply that can show a restore, in ms since 1970. */
  repliedAt: number
}

export const newExpectedState = (): ExpectedState => ({
  visits: new Map(),
  stored: new Map(),
  lastPhotos: new Map(),
  shownAsStored: new Set(),
  replies: new Map(),
  answeredAt: new Map(),
  violations: new Set(),
  received: new Set(),
  shownOrders: [],
  lostOrders: new Set(),
  sentAgain: new Set(),
  overtaken: new Set(),
  leftToOffice: new Set(),
  reports: new Map(),
  evicted: new Set(),
  unreadable: new Set(),
  unreadableSettlements: new Set(),
  lostPhotos: new Set(),
  photosOfOffice: new Set(),
  lostNamed: new Map(),
  lastWrites: [],
  restoredAt: -Infinity,
  repliedAt: -Infinity,
})

/** @param deals that the phone had, without those that are sealed */
export function noteEviction(expected: ExpectedState, deals: readonly Deal[]): void {
  const received = new Set(
    deals.flatMap(({ visitId, receivedAt }) => (receivedAt === undefined ? [] : [visitId])),
  )
  for (const visit of expected.visits.values())
    visit.eviction ??= { isReceived: received.has(visit.id) }
  for (const id of [...expected.stored.keys(), ...expected.shownAsStored]) expected.evicted.add(id)
  for (const report of expected.reports.values()) report.isOfEvicted = true
  for (const { work, visitId } of expected.stored.values())
    if (work.kind === 'single-order' && visitId !== undefined) expected.lostOrders.add(visitId)
  // The phone may not have sent the delivery of these orders.
  expected.shownOrders.splice(0)
}

export function noteStored(expected: ExpectedState, entries: readonly unknown[]): void {
  for (const entry of entries as readonly OutboxEntry[]) {
    if (!expected.stored.has(entry.id)) expected.stored.set(entry.id, entry)
    notePhotosAgain(expected, entry)
    notePhotos(expected, entry)
    const isPhotoRefused = entry.refusal?.code === 'wrong-type' && expected.restoredAt > 0
    if (isRefusedBySize(entry) || isPhotoRefused) expected.overtaken.add(entry.id)
    const replies =
      (expected.replies.get(entry.id) ?? 0) + ('photos' in entry.work ? photoReplies(expected) : 0)
    if (entry.attempts > replies)
      expected.violations.add(
        `an attempt was counted that reached no server: ${entry.work.kind} ${entry.id}`,
      )
  }
}

/** The entry of a deal that was made again has another id for each photo that the phone has lost. */
function notePhotosAgain(
  { visits, lostPhotos, photosOfOffice }: ExpectedState,
  { visitId = '', work }: OutboxEntry,
): void {
  const visit = visits.get(visitId)
  for (const { id, role } of visit ? listPhotos(work) : []) {
    const last = [...(visit?.photos.keys() ?? [])].findLast((one) =>
      one.startsWith(`${visitId}.${role}.`),
    )
    if (!visit || last === undefined || visit.photos.has(id)) continue
    visit.photos.set(id, visit.photos.get(last) ?? '')
    visit.replacedPhotos.set(id, last)
    for (const ids of [visit.cutPhotos, lostPhotos, photosOfOffice]) if (ids.has(last)) ids.add(id)
  }
}

function notePhotos({ lastPhotos }: ExpectedState, { id, work }: OutboxEntry): void {
  const before = lastPhotos.get(id) ?? []
  const photos = listPhotos(work).map((photo) => {
    const last = before.find(({ role }) => role === photo.role)
    return last && (last.later?.number ?? 0) > (photo.later?.number ?? 0) ? last : photo
  })
  lastPhotos.set(id, photos)
}

/** The key of a photo's part names the upload and not the deal: it may belong to any deal. */
const photoReplies = ({ replies, stored }: ExpectedState) =>
  [...replies].reduce((sum, [id, count]) => (stored.has(id) ? sum : sum + count), 0)

/** @param key the call's Idempotency-Key, which begins with its entry's id, except for a photo */
function noteReply({ replies }: ExpectedState, key = 'photo'): void {
  const [id = ''] = key.split(':')
  replies.set(id, (replies.get(id) ?? 0) + 1)
}

/** Other replies, such as that of an ended session, do not show which database answered. */
const showsRestore = (status: number) => status < 300 || status === 409

/**
 * @param status of the reply; undefined when the call was given up
 * @param now ms since 1970
 */
export function noteReplies(
  expected: ExpectedState,
  keys: readonly (string | undefined)[],
  status: number | undefined,
  now: number,
): void {
  if (status !== undefined && showsRestore(status)) expected.repliedAt = now
  for (const key of keys) {
    noteReply(expected, key)
    const id = key?.split(':')[0]
    if (id !== undefined && status !== undefined && status < 300) expected.answeredAt.set(id, now)
  }
}
