/** The second copies of a phone in the end, when a new page has compared them with its database. */
import type { FinalPhone } from './final-state.ts'
import type { Fields } from './phone-stores.ts'

/** Each row that the server may lack has a copy that is as far, and no copy is left that would bring back an ended row. */
export function checkCopies({ stores }: FinalPhone): string[] {
  if (!stores) return []
  const { rows, copies } = stores
  return [
    ...[...rows].flatMap(([name, row]) => checkRow(name, row, copies.get(name))),
    ...[...copies.keys()].flatMap((name) =>
      rows.has(name) ? [] : [`a copy of a row that is gone: ${name}`],
    ),
  ]
}

function checkRow(name: string, row: Fields, copy: Fields | undefined): string[] {
  const [collection = ''] = name.split('/')
  if (!copy) return isNeeded[collection]?.(row) ? [`no second copy: ${name}`] : []
  return isOlder[collection]?.(copy, row) ? [`an old second copy: ${name}`] : []
}

type Judge<TRows extends readonly Fields[]> = Readonly<Record<string, (...rows: TRows) => boolean>>

/** A received deal gets no new copy. The server may have all photos, so a photo proves nothing. */
const isNeeded: Judge<[Fields]> = {
  outbox: () => true,
  deals: ({ receivedAt }) => receivedAt === undefined,
  visits: () => true,
}

const stepsOf = ({ done }: Fields) => (done as readonly unknown[]).length

const isOlder: Judge<[copy: Fields, row: Fields]> = {
  outbox: (copy, row) => stepsOf(copy) < stepsOf(row),
  visits: ({ version }, row) => Number(version) < Number(row.version),
}
