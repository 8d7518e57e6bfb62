/** Brings back from the second copy what the phone's database has lost since it was last open (lib/second-copy.ts). */
import * as v from 'valibot'
import { phoneDatabase, type PhoneStore } from '../lib/database.ts'
import { reportProblem } from '../lib/report.ts'
import { dropCopies, listCopies, readCopy, type RowName } from '../lib/second-copy.ts'
import { changePhone, type Rows } from '../lib/write-phone.ts'

/** What an entry sends is there before it; what has become of its deal, too. */
const IN_ORDER = ['photos', 'deals', 'outbox', 'visits'] as const satisfies readonly PhoneStore[]

let restored: Promise<number> | undefined

/** Once per start. Never rejects. @returns how many rows came back */
export function restoreRows(): Promise<number> {
  restored ??= restore().catch((error: unknown) => {
    reportProblem('The second copy was not read', error)
    return 0
  })
  return restored
}

async function restore(): Promise<number> {
  const copies = await listCopies()
  if (copies.length === 0) return 0
  const database = await phoneDatabase()
  let count = 0
  for (const store of IN_ORDER) {
    const present = new Set(await database.getAllKeys(store))
    const suspects = copies.filter(
      (copy) => copy.store === store && (store === 'visits' || !present.has(copy.key)),
    )
    // One by one: photos hold their bytes.
    for (const copy of suspects) if (await restoreRow(copy)) count += 1
  }
  if (count > 0) reportProblem(`Brought back from the second copy: ${count} rows`)
  await forgetOldDeals(copies.filter(({ store }) => store === 'deals'))
  return count
}

async function restoreRow(name: RowName): Promise<boolean> {
  const { store, key } = name
  const copy = await readCopy(name)
  if (copy === undefined) return false
  return changePhone([...IN_ORDER], async (rows) => {
    const stored = await rows.get(store, key)
    if (stored !== undefined && versionOf(stored) >= versionOf(copy)) return false
    if (store === 'outbox' && (await isReceived(copy, rows))) {
      // The phone died after the office had taken it, before its copy went.
      dropCopies([name])
      return false
    }
    await rows.put(store, key, copy)
    return true
  })
}

const versionSchema = v.object({ version: v.number() })

/** Of a visit's row, which grows with each change; of all others what is stored is never older than its copy. */
function versionOf(row: unknown): number {
  const parsed = v.safeParse(versionSchema, row)
  return parsed.success ? parsed.output.version : 0
}

const entrySchema = v.object({ visitId: v.string() })
const receivedSchema = v.object({ receivedAt: v.number() })

async function isReceived(entry: unknown, rows: Rows): Promise<boolean> {
  const ofVisit = v.safeParse(entrySchema, entry)
  return ofVisit.success && v.is(receivedSchema, await rows.get('deals', ofVisit.output.visitId))
}

/** Of deals that the office has, so many stay in the phone's own list whatever becomes of its database. */
const RECEIVED_KEPT = 250

async function forgetOldDeals(copies: readonly RowName[]): Promise<void> {
  // Each start reads their names.
  if (copies.length <= RECEIVED_KEPT * 2) return
  const database = await phoneDatabase()
  const deals = await Promise.all(
    copies.map(async (copy) => ({ copy, row: await database.get('deals', copy.key) })),
  )
  const received = deals.flatMap(({ copy, row }) => {
    const deal = v.safeParse(receivedSchema, row)
    return deal.success ? [{ copy, receivedAt: deal.output.receivedAt }] : []
  })
  const newestFirst = received.toSorted((one, other) => other.receivedAt - one.receivedAt)
  dropCopies(newestFirst.slice(RECEIVED_KEPT).map(({ copy }) => copy))
}
