import type { Deal } from '@veni/domain/deal'
import * as v from 'valibot'
import { storage } from '../../storage/phone-storage.ts'

export interface UnreceivedDeals {
  /** How many deals the server has received. */
  readonly received: number
  readonly unreceived: readonly Deal[]
}

/**
 * An owner's deals that are not received, without those of some visits, and the number of those that are. The others are
 * not read: a phone has the deals of months. Waits as `listDeals` does.
 */
export async function listUnreceivedDeals(
  owner: string,
  except: ReadonlySet<string>,
): Promise<UnreceivedDeals> {
  await storage.whenListsComplete()
  return storage.read(['deals'], async ({ deals }) => {
    const received = new Set(await deals.getKeysBy('received', owner))
    const all = await deals.getKeysBy('all', owner)
    const others = all.filter((visitId) => !received.has(visitId) && !except.has(visitId))
    const unreceived = await Promise.all(others.map(deals.get))
    return { received: received.size, unreceived: unreceived.filter((deal) => deal !== undefined) }
  })
}

/**
 * Whether the comparison with the server makes the entry of a deal again if the phone has lost it. The server refuses a
 * call that names another id than a UUID.
 */
export const isForQueue = ({ isDemo, visitId }: Deal): boolean => !isDemo && v.is(uuid, visitId)

const uuid = v.pipe(v.string(), v.uuid())
