/**
 * The registry: everything that this phone stores in its database. To store one more thing, add an entry; its file in
 * collections/ says what its rows are and what happens to them. Object stores are only ever added.
 */
import type { Registry } from './collection.ts'
import { deals } from './collections/deals.ts'
import { outbox } from './collections/outbox.ts'
import { photos } from './collections/photos.ts'
import { reserve } from './collections/reserve.ts'
import { settings } from './collections/settings.ts'
import { snapshots } from './collections/snapshots.ts'
import { visits } from './collections/visits.ts'

/** They are restored in this order: an entry comes back after its photos and its deal. */
export const collections = {
  photos,
  deals,
  outbox,
  visits,
  snapshots,
  settings,
  reserve,
} satisfies Registry
