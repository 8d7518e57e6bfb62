/** The two runners of a shift and their customers, as the server has them. */
import { recordOfficeChanges } from '../server/src/customers/service.ts'
import type { Db } from '../server/src/db/client.ts'
import { customers, runners, sealingKeys } from '../server/src/db/schema.ts'
import { moveCustomersBetween } from '../server/src/runners/office-service.ts'
import { sealingKeysOf } from './sealing.ts'

export const PHONES = { own: '9000000001', other: '9000000002' } as const
export type Who = keyof typeof PHONES

/** @param phone of a runner */
export const whoHas = (phone: string | undefined): Who | undefined =>
  (['own', 'other'] as const).find((who) => PHONES[who] === phone)

export const otherThan = (who: Who): Who => (who === 'own' ? 'other' : 'own')

const CUSTOMERS_EACH = 4

/** By their ids. */
export interface Customers {
  readonly own: readonly string[]
  readonly other: readonly string[]
  /** The office moves this customer from one runner to the other and back; the first runner begins. */
  readonly common: string
}

/** Stores both runners and their customers. */
export async function storePeople(db: Db, now: () => Date): Promise<Customers> {
  const both = ['own', 'other'] as const
  const stored = await db
    .insert(runners)
    .values(both.map((who) => ({ name: who, phone: PHONES[who] })))
    .returning()
  await db
    .insert(sealingKeys)
    .values(
      both.map((who, at) => ({ runnerId: stored[at]?.id ?? 0, ...sealingKeysOf(PHONES[who]) })),
    )
  const [own, [common = '', ...other]] = [
    await storeCustomers(db, stored[0]?.id, CUSTOMERS_EACH),
    await storeCustomers(db, stored[1]?.id, CUSTOMERS_EACH + 1),
  ]
  // Both runners have had this customer, so each may send deals with them, whoever has them.
  await db.transaction((tx) => recordOfficeChanges(tx, [Number(common)]))
  const move = { from: PHONES.other, to: PHONES.own, ids: [Number(common)] }
  await moveCustomersBetween({ db, now }, move)
  return { own, other, common }
}

/** @returns their ids */
export async function storeCustomers(
  db: Db,
  runnerId: number | undefined,
  count: number,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    memberName: `Customer ${index}`,
    status: 'assigned',
    runnerId: runnerId ?? null,
  }))
  const inserted = await db.insert(customers).values(rows).returning()
  return inserted.map(({ id }) => String(id))
}
