/** What can be read on a phone without a key. Searches the databases and the local storage without code of the app. */
import { createHash } from 'node:crypto'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import { type Customers, PHONES, type Who } from './people.ts'
import { type BrowserParts, inPhone } from './tab.ts'

/** What only this runner may read: what it is, and the text of it. */
export type Secrets = ReadonlyMap<string, string>

/** The names of the runner's customers, the notes and the photos. Both runners may read the notes of a common customer. */
export function secretsOf(
  { visits, stored }: ExpectedState,
  who: Who,
  { common }: Pick<Customers, 'common'>,
): Secrets {
  const ofVisit = ({ id, photos }: VisitMade) => [
    [`the customer of visit ${id}`, `Customer of ${id}`] as const,
    ...[...photos].map(([photo, hash]) => [`the photo ${photo}`, photoText(hash)] as const),
  ]
  const made = [...visits.values()].filter(({ by }) => by === PHONES[who])
  const notes = [...stored.values()].flatMap(({ id, owner, customerId, work }) =>
    owner === PHONES[who] && customerId !== common && work.kind === 'customer-update'
      ? [[`the note ${id}`, `Note ${id}`] as const]
      : [],
  )
  return new Map([...made.flatMap(ofVisit), ...notes])
}

const photoText = (hash: string) => `bytes with the hash ${hash}`

/** @returns the secrets that the phone has as plain text */
export function findReadable(parts: BrowserParts, secrets: Secrets): Promise<string[]> {
  return inPhone(parts, async () => {
    const text = await readAll(parts)
    return [...secrets].flatMap(([what, secret]) => (text.includes(secret) ? [what] : []))
  })
}

async function readAll({ indexedDB, localStorage }: BrowserParts): Promise<string> {
  const parts: string[] = []
  for (const { name } of await indexedDB.databases())
    parts.push(...(name === undefined ? [] : await readDatabase(indexedDB, name)))
  for (let at = 0; at < (localStorage?.length ?? 0); at += 1)
    parts.push(localStorage?.getItem(localStorage.key(at) ?? '') ?? '')
  return parts.join('\n')
}

async function readDatabase(indexedDB: IDBFactory, name: string): Promise<string[]> {
  const database = await resultOf(indexedDB.open(name))
  const stores = [...database.objectStoreNames]
  const transaction = stores.length > 0 ? database.transaction(stores) : undefined
  const read = async (store: string) =>
    transaction ? resultOf(transaction.objectStore(store).getAll()) : []
  const rows: unknown[] = (await Promise.all(stores.map(read))).flat()
  database.close()
  return rows.map((row) => JSON.stringify(row, (_key, value: unknown) => toText(value)))
}

function toText(value: unknown): unknown {
  if (!(value instanceof ArrayBuffer)) return value
  const bytes = Buffer.from(value)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return `${bytes.toString('latin1')} ${photoText(hash)}`
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
  })
