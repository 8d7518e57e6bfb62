/** Which rows have a second copy, once a start has brought back what was lost. */
import { phoneDatabase } from './database.ts'
import { copyRows, dropCopies, type RowName } from './second-copy.ts'
import { receivedAtOf, type KnownDeals } from './known-deals.ts'

/** @param copies that there are */
export async function tendCopies(copies: readonly RowName[], known: KnownDeals): Promise<void> {
  await copyUncopied(copies, known)
  await forgetOldDeals(copies.filter(({ store }) => store === 'deals'))
}

/** Unsent work that an older release has stored, or whose copy was refused, gets one now. */
async function copyUncopied(
  copies: readonly RowName[],
  { received, unsent }: KnownDeals,
): Promise<void> {
  const database = await phoneDatabase()
  const copied = new Set(copies.map(({ store, key }) => `${store} ${key}`))
  const [photos, ...rest] = await Promise.all(
    (['photos', 'outbox', 'visits'] as const).map(async (store) =>
      (await database.getAllKeys(store)).map((key) => ({ store, key })),
    ),
  )
  // A received deal's photos are with the office.
  const ofOpen = photos?.filter(({ key }) => !received.has(visitOf(key))) ?? []
  const deals = [...unsent].map((key) => ({ store: 'deals', key }) as const)
  const all: RowName[] = [...deals, ...rest.flat(), ...ofOpen]
  copyRows(all.filter(({ store, key }) => !copied.has(`${store} ${key}`)))
}

/** A photo's id begins with its visit's. */
const visitOf = (photoId: string) => photoId.split('.')[0] ?? ''

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
    const receivedAt = receivedAtOf(row)
    return receivedAt === undefined ? [] : [{ copy, receivedAt }]
  })
  const newestFirst = received.toSorted((one, other) => other.receivedAt - one.receivedAt)
  await dropCopies(newestFirst.slice(RECEIVED_KEPT).map(({ copy }) => copy))
}
