/** Where the phone's deals are, of whichever runner, by visit. */
import * as v from 'valibot'
import { phoneDatabase } from './database.ts'

const receivedSchema = v.object({ receivedAt: v.number() })

/** Of a deal as it is stored. @returns when the office had acknowledged every step, ms since 1970; undefined before that */
export function receivedAtOf(deal: unknown): number | undefined {
  const parsed = v.safeParse(receivedSchema, deal)
  return parsed.success ? parsed.output.receivedAt : undefined
}

export const isReceived = (deal: unknown) => receivedAtOf(deal) !== undefined

export interface KnownDeals {
  /** Visits whose deal the office has. */
  readonly received: ReadonlySet<string>
  /** Visits whose deal is on this phone only. */
  readonly unsent: ReadonlySet<string>
}

export async function readKnownDeals(): Promise<KnownDeals> {
  const { store } = (await phoneDatabase()).transaction('deals')
  const [keys, rows] = await Promise.all([store.getAllKeys(), store.getAll()])
  return {
    received: new Set(keys.filter((_, at) => isReceived(rows[at]))),
    unsent: new Set(keys.filter((_, at) => !isReceived(rows[at]))),
  }
}
