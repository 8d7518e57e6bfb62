/**
 * The registry: everything that this phone stores in its database. README.md ("Where does a change go?") has the steps
 * to add a collection. Phones get its object store when they open the new release. No object store is ever removed.
 */
import type { Registry } from './collection.ts'
import { deals } from './collections/deals.ts'
import { outbox } from './collections/outbox.ts'
import { photos } from './collections/photos.ts'
import { reserve } from './collections/reserve.ts'
import { settings } from './collections/settings.ts'
import { snapshots } from './collections/snapshots.ts'
import { visits } from './collections/visits.ts'

/** Collections with `isAwaited` are restored in this order: an entry comes back after its photos and its deal. */
export const collections = {
  photos,
  deals,
  outbox,
  visits,
  snapshots,
  settings,
  reserve,
} satisfies Registry
