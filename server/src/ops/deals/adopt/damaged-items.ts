/** What a file of a phone has that `import deals` cannot read, grouped by what belongs together. */
import {
  type DealsFile,
  type ExportedPhoto,
  exportedEntrySchema,
  exportedPhotoSchema,
  unreadableRowSchema,
} from '@veni/domain/deal/file'
import { findInvoiceId } from '@veni/domain/deal/damaged'
import * as v from 'valibot'
import { isReadable } from '../../../http/parse-request.ts'

export interface DamagedItem {
  /** The invoice id, or the key. */
  readonly name: string
  /** Under which the phone stored the rows: of a deal, the id of its visit. */
  readonly key: string
  /** null: the phone could not tell. */
  readonly owner: string | null
  readonly rows: readonly unknown[]
  /** An open visit is no work that was done. */
  readonly isVisit: boolean
}

export function listDamaged(file: DealsFile): DamagedItem[] {
  const items = new Map<string, DamagedItem>()
  for (const { collection, key, owner, row } of [...damagedEntries(file), ...rowsOf(file)]) {
    const name = `${collection === 'visits'} ${key}`
    const rows = [...(items.get(name)?.rows ?? []), ...(isReadable(row) ? [row] : [])]
    items.set(name, {
      name: findInvoiceId(rows) ?? key,
      key,
      owner: items.get(name)?.owner ?? owner,
      rows,
      isVisit: collection === 'visits',
    })
  }
  return [...items.values()]
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
