/**
 * The registry: everything that this phone stores in its database. To store one more thing, add an entry and its file in
 * collections/. Phones get the object store when they open the new release. No object store is ever removed.
 *
 * What must survive the loss of the database needs a `secondCopy` (collection.ts), and with it `isFurther` if its rows
 * change. Only reads of several rows of a collection with `isAwaited` wait for the restore. Whoever reads anything else
 * must read it again after the restore (`storage.onRestored`).
 *
 * After a sign-out only the rows of collections with `isSealed` stay, encrypted; a page then deletes all others with
 * their files (web/src/state/clear-phone.ts).
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
