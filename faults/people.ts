/** The two runners of a shift and their customers, as the server has them. */
import type { Db } from '../server/src/db/client.ts'
import { customers, runners } from '../server/src/db/schema.ts'

export const PHONES = { own: '9000000001', other: '9000000002' } as const
export type Who = keyof typeof PHONES

const CUSTOMERS_EACH = 4

/** Stores both runners and their customers. @returns the ids of the customers */
export async function storePeople(db: Db): Promise<Record<Who, string[]>> {
  const both = ['own', 'other'] as const
  const stored = await db
    .insert(runners)
    .values(both.map((who) => ({ name: who, phone: PHONES[who] })))
    .returning()
  const customersOf = async (runnerId: number | undefined) => {
    const rows = Array.from({ length: CUSTOMERS_EACH }, (_, index) => ({
      memberName: `Customer ${index}`,
      status: 'assigned',
      runnerId: runnerId ?? null,
    }))
    const inserted = await db.insert(customers).values(rows).returning()
    return inserted.map(({ id }) => String(id))
  }
  return { own: await customersOf(stored[0]?.id), other: await customersOf(stored[1]?.id) }
}
