import { toPhoneKey } from '@veni/domain/runner'
import { owner as signedInOwner } from '../state/session.ts'
import type { StoredRow } from '../storage/collection.ts'
import { collections } from '../storage/collections.ts'
import { isOurServer } from '../api/client.ts'
import { storage } from '../storage/phone-storage.ts'
import * as v from 'valibot'

export interface UnreadableRow {
  readonly collection: 'outbox' | 'deals' | 'visits'
  readonly key: string
  /** As it is stored. */
  readonly row: unknown
  /** undefined when nothing tells whose row it is: it is shown to every runner, without its content. */
  readonly owner: string | undefined
  /** `received`: a deal that still says so. `entry`: a deal whose entry is there, and counts. */
  readonly countsAs: 'attention' | 'received' | 'entry'
}

type Name = UnreadableRow['collection']

/** All rows by key, as they are stored. */
interface Found {
  readonly outbox: ReadonlyMap<string, unknown>
  readonly deals: ReadonlyMap<string, unknown>
}

/**
 * The rows that the signed-in runner has to know of: their own, and those of which nothing tells whose they are. A row
 * that counts with other work is not among them, such as the entry of a received deal.
 */
export async function listUnreadable(): Promise<readonly UnreadableRow[]> {
  const own = signedInOwner()
  if (own === '') return []
  const outbox = await storage.outbox.getAllUnparsed()
  const deals = await storage.deals.getAllUnparsed()
  const found = { outbox: new Map(outbox), deals: new Map(deals) }
  const lists: readonly [Name, readonly StoredRow[]][] = [
    ['outbox', outbox.filter(([key]) => !isReceived(found.deals.get(key)))],
    ['deals', deals.filter(([, row]) => !isDemo(row))],
    ['visits', await storage.visits.getAllUnparsed()],
  ]
  return lists
    .flatMap(([collection, rows]) => rows.map((row) => toUnreadable(collection, row, found)))
    .filter((row) => row !== undefined)
    .filter(({ owner }) => owner === undefined || owner === own)
}

function toUnreadable(
  collection: Name,
  [key, row]: StoredRow,
  found: Found,
): UnreadableRow | undefined {
  const owner = findOwner(collection, key, [row, found.deals.get(key), found.outbox.get(key)])
  // Nobody signs in with such an owner, so the row would never be sent.
  const isLost = collection !== 'visits' && owner === undefined
  const isWhole = v.is(collections[collection].schema, row) && !isLost
  if (isWhole && !isUnsendable(key, row, found)) return undefined
  return { collection, key, row, owner, countsAs: countsAs(collection, [key, row], found) }
}

function countsAs(collection: Name, [key, row]: StoredRow, { outbox }: Found) {
  if (collection !== 'deals') return 'attention'
  if (isReceived(row)) return 'received'
  return outbox.has(key) ? 'entry' : 'attention'
}

/**
 * A payment of which the phone has lost the entry. Our server can tell whether it has the payment, and the comparison
 * makes the entry again; a plain portal would make the order twice. It does not take settlements, which stay here.
 */
const isUnsendable = (key: string, row: unknown, { outbox }: Found) =>
  !isOurServer() && fieldOf(row, 'kind') === 'cash-payment' && !isReceived(row) && !outbox.has(key)

/** The key of a visit names its owner. An entry and its deal have one key, so one of them tells whose both are. */
function findOwner(collection: Name, key: string, rows: readonly unknown[]): string | undefined {
  const owners =
    collection === 'visits' ? [key.split('|')[0]] : rows.map((row) => fieldOf(row, 'owner'))
  return owners.find(isOwner)
}

/** Whether a runner can sign in with this owner. The sign-in takes any text as a phone (specification 5). */
const isOwner = (owner: unknown): owner is string =>
  typeof owner === 'string' && owner !== '' && toPhoneKey(owner) === owner

const isReceived = (row: unknown) => typeof fieldOf(row, 'receivedAt') === 'number'
const isDemo = (row: unknown) => fieldOf(row, 'isDemo') === true

/** A field of a row of any shape. */
export const fieldOf = (row: unknown, name: string): unknown =>
  (Object(row) as Readonly<Record<string, unknown>>)[name]
