/**
 * The bucket: the part of the browser's storage that has the phone's database and the second copies. Deleting a bucket
 * deletes its files at once; deleting a database leaves its rows readable in the files of Chromium.
 */
import { reportProblem } from '../lib/report.ts'
import { deleteDatabase } from './database.ts'
import type { OldStorage, Target } from './move-defaults.ts'

type Bucket = Target & { readonly persist?: () => Promise<boolean> }

/** The Storage Buckets API, which TypeScript has no types for. Only Chromium has it. */
export interface StorageBuckets {
  readonly open: (
    name: string,
    options?: { readonly durability?: 'strict'; readonly persisted?: boolean },
  ) => Promise<Bucket>
  readonly delete: (name: string) => Promise<void>
}

export interface BucketDeps extends OldStorage {
  /** Missing in other browsers and on plain http: then everything is in the default storage. */
  readonly buckets: StorageBuckets | undefined
  readonly bucketName: string
  /** Receives whether the browser promises not to clear the bucket. */
  readonly onPersistence: (isPersistent: boolean) => void
}

export function createBucket(deps: BucketDeps) {
  const { buckets, bucketName } = deps
  let moving: Promise<boolean> | undefined
  let last: Target | undefined
  const deletion = createDeletion()
  let hasUnmoved = false

  async function find(): Promise<Target> {
    await deletion.end()
    const plain = { indexedDB: deps.indexedDB, caches: deps.findCaches() }
    if (!buckets) return plain
    const found = await buckets.open(bucketName, { durability: 'strict' })
    // `navigator.storage.persist()` protects the default storage only. The work does not wait for the answer.
    void askToPersist(found, deps)
    moving ??= move(found, deps)
    try {
      last = (await moving) ? found : plain
      hasUnmoved = false
    } catch (error) {
      // A row that has not moved stays where it is. The runner works with the others.
      reportProblem('Not everything has moved into the bucket', error)
      moving = undefined
      last = found
      hasUnmoved = true
    }
    if (last === plain) moving = undefined
    return last
  }

  return {
    /** Opens the bucket anew: another tab may have deleted it, and then its old object does not work any longer. */
    findIndexedDB: async () => (await find()).indexedDB,
    findCaches: async () => {
      await deletion.end()
      return (last ?? (await find())).caches
    },
    /** Whether some rows are still in the default storage, so that the database does not have all. */
    hasUnmoved: () => hasUnmoved,
    /**
     * Deletes database and copies. Connections of other tabs are closed. Work that begins meanwhile waits for the end:
     * a database that is opened while its bucket is deleted fails with its first request.
     * @param closeDatabase closes the connection of this tab, and one that is being opened
     */
    deleteAll: (closeDatabase: () => Promise<void>): Promise<void> =>
      deletion.begin(closeDatabase, () => {
        const found = last
        last = undefined
        return deleteFiles(found, deps)
      }),
  }
}

/** Lets others wait for the last deletion, whether it succeeds or not. */
function createDeletion() {
  let ended = Promise.resolve()
  return {
    end: () => ended,
    begin: (prepare: () => Promise<void>, run: () => Promise<void>): Promise<void> => {
      const done = Promise.all([prepare(), ended]).then(run)
      ended = done.catch(() => undefined)
      return done
    },
  }
}

/** @param found where the last use found the work */
async function deleteFiles(found: Target | undefined, deps: BucketDeps): Promise<void> {
  await deps.buckets?.delete(deps.bucketName)
  // The default storage may have rows that have not moved.
  if (found && found.indexedDB !== deps.indexedDB) return
  await Promise.all([
    deleteDatabase(deps.indexedDB, deps.databaseName),
    deps.findCaches()?.delete(deps.cacheName),
  ])
}

async function askToPersist(found: Bucket, { onPersistence }: BucketDeps): Promise<void> {
  try {
    if (found.persist) onPersistence(await found.persist())
  } catch (error) {
    reportProblem('Bucket is not persistent', error)
    onPersistence(false)
  }
}

/** @returns whether the work is in the bucket. If not, or if it throws, the next use tries again */
async function move(found: Target, deps: BucketDeps): Promise<boolean> {
  const databases = await deps.indexedDB.databases()
  const isOld =
    databases.some(({ name }) => name === deps.databaseName) ||
    (await deps.findCaches()?.has(deps.cacheName))
  if (!isOld) return true
  const { moveDefaults } = await import('./move-defaults.ts')
  return moveDefaults(found, deps)
}
