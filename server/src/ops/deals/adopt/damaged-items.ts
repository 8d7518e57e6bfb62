/** What a file of a phone has that `import deals` cannot read, grouped by what belongs together. */
import {
  type DealsFile,
  type ExportedPhoto,
  type ExportedRow,
  exportedEntrySchema,
  exportedPhotoSchema,
  unreadableRowSchema,
} from '@veni/domain/deal/file'
import { findInvoiceOfDeal, isDelivery } from '@veni/domain/deal/damaged'
import * as v from 'valibot'
import { isReadable } from '../../../http/parse-request.ts'

export interface DamagedItem {
  /** The invoice id of a deal; of other work the key, because the delivery of a settlement has the same invoice id. */
  readonly name: string
  /** Under which the phone stored the rows: of a deal, the id of its visit. */
  readonly key: string
  /** null: the phone could not tell. */
  readonly owner: string | null
  readonly rows: readonly unknown[]
  /** An open visit is no work that was done. */
  readonly isVisit: boolean
}

/** A deal and its entry are two rows. Anybody can write a file in which 50,000 rows have one key. */
const MOST_ROWS_OF_ITEM = 100

/** Deliveries are last: a settlement of the same file must be stored before its delivery. */
export function listDamaged(file: DealsFile): DamagedItem[] {
  const items = new Map<string, RowsOfItem>()
  for (const row of [...damagedEntries(file), ...rowsOf(file)]) {
    const name = `${row.collection === 'visits'} ${row.key}`
    const rows = items.get(name)
    if (!rows) items.set(name, [row])
    else if (rows.length < MOST_ROWS_OF_ITEM) rows.push(row)
  }
  const [others, deliveries]: [DamagedItem[], DamagedItem[]] = [[], []]
  for (const item of [...items.values()].map(toItem))
    (isDelivery(item.rows) ? deliveries : others).push(item)
  return [...others, ...deliveries]
}

type RowsOfItem = [ExportedRow, ...ExportedRow[]]

function toItem(found: RowsOfItem): DamagedItem {
  const rows = found.map(({ row }) => row).filter(isReadable)
  const [{ collection, key }] = found
  return {
    name: findInvoiceOfDeal(rows) ?? key,
    key,
    owner: found.find(({ owner }) => owner !== null)?.owner ?? null,
    rows,
    isVisit: collection === 'visits',
  }
}

const rowsOf = ({ unreadable }: DealsFile) =>
  unreadable.filter((row) => v.is(unreadableRowSchema, row))

/** Older apps export damaged rows among the entries. */
function damagedEntries({ entries, owner }: DealsFile) {
  return entries
    .filter((row) => !v.is(exportedEntrySchema, row))
    .map((row, at) => {
      const found = v.safeParse(named, row)
      const { id = `entry ${at + 1}`, owner: ofRow = owner } = found.success ? found.output : {}
      return { collection: 'outbox', key: id, owner: ofRow, row }
    })
}

const named = v.object({
  id: v.fallback(v.optional(v.string()), undefined),
  owner: v.fallback(v.optional(v.string()), undefined),
})

/** The whole photos of a file. */
export const listWholePhotos = ({ photos }: DealsFile): ExportedPhoto[] =>
  photos.filter((photo): photo is ExportedPhoto => v.is(exportedPhotoSchema, photo))

/** The last photo of each role of the item. The phone names a photo by its visit. */
export function findPhotosOf(
  photos: readonly ExportedPhoto[],
  { key }: DamagedItem,
): ExportedPhoto[] {
  const found = photos
    .filter(({ id, visit_id }) => visit_id === key || id.startsWith(`${key}.`))
    .toSorted((one, other) => (one.taken_at < other.taken_at ? -1 : 1))
  return [...new Map(found.map((photo) => [photo.role, photo])).values()]
}
