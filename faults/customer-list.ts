/** The list of customers on a phone: how the office had each of them when the runner opened the list last. */
import type { SharedValues } from '@veni/domain/customer/seen'
import { customers } from '../server/src/db/schema.ts'
import { whileBusy } from './idle.ts'
import type { Random } from './random.ts'
import type { Server } from './server.ts'

export interface CustomerList {
  /** @returns what the phone shows of a customer, which may be old */
  readonly show: (id: string) => Promise<SharedValues>
}

/** The phone has read the list before the shift. */
const atSignIn: SharedValues = { status: 'assigned', comments: '', next_followup: null }

/** Of those moments at which the runner looks at a customer: how often the phone reads the list again before. */
const IS_READ_AGAIN = 0.3

export function createCustomerList({ db }: Server, random: Random): CustomerList {
  let shown: ReadonlyMap<string, SharedValues> = new Map()
  const read = async () => {
    const rows = await whileBusy(db.select().from(customers).execute())
    return new Map(
      rows.map(({ id, status, comments, nextFollowup }) => [
        String(id),
        { status, comments, next_followup: nextFollowup },
      ]),
    )
  }
  return {
    async show(id) {
      if (random() < IS_READ_AGAIN) shown = await read()
      return shown.get(id) ?? atSignIn
    },
  }
}
