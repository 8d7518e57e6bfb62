import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { type Db, pingDatabase } from './db/client.ts'
import { createLog, type Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ObjectStore } from './objects/objects.ts'
import { openS3 } from './objects/s3.ts'
import { diskPhotoStore } from './photos/disk-photo-store.ts'
import { objectPhotoStore } from './photos/object-photo-store.ts'
import { openPhotoDecoder, type PhotoDecoder } from './photos/photo-decoder.ts'
import type { PhotoStore } from './photos/photo-store.ts'
import type { Geocoder } from './places/geocoder.ts'
import { createGeocoder } from './places/nominatim.ts'
import { createSmsGateway } from './sms/create-sms-gateway.ts'
import { type DiskSpace, unlimitedSpace } from './space/disk-space.ts'
import type { SmsGateway } from './sms/sms-gateway.ts'

/** Everything outside that a feature may use. Tests pass their own clock, waits, random bytes, SMS gateway and geocoder. */
export type Deps = {
  readonly config: Config
  readonly db: Db
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  readonly now: () => Date
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer
  readonly smsGateway: SmsGateway
  readonly geocoder: Geocoder
  readonly photoDecoder: PhotoDecoder
  /** The photos as they were sent. */
  readonly photoStore: PhotoStore
  /** The copies that browsers show. They can be made again, so no backup has them. */
  readonly shownPhotoStore: PhotoStore
  /** What all servers share besides the database; undefined when the photos are in the data folder. */
  readonly objects: ObjectStore | undefined
  /** Folder of the uploads that are not complete yet, without an object store. */
  readonly uploadsFolder: string
  /** The free space of the data folder. */
  readonly space: DiskSpace
  readonly log: Log
  /** undefined when nobody reads them. */
  readonly metrics: Metrics | undefined
}

type PhotoConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>

/** The photos as they were sent, for a command that has no other dependency. */
export const openPhotoStore = (config: PhotoConfig): PhotoStore =>
  openPhotos(config, config.s3 && openS3(config.s3), 'photos')

const openPhotos = (
  { dataDir }: PhotoConfig,
  objects: ObjectStore | undefined,
  folder: string,
): PhotoStore =>
  objects ? objectPhotoStore(objects, folder) : diskPhotoStore(join(dataDir, folder))

/** The real dependencies, for the server and for the command line. */
export function createDeps(
  config: Config,
  db: Db,
  log = createLog(config.logFormat),
  space: DiskSpace = unlimitedSpace,
): Deps {
  const objects = config.s3 && openS3(config.s3)
  return {
    config,
    db,
    ping: () => pingDatabase(db),
    now: () => new Date(),
    wait: (ms) => wait(ms),
    randomBytes,
    smsGateway: createSmsGateway(config.signIn, log),
    geocoder: createGeocoder(config.geocoderUrl, log),
    photoDecoder: openPhotoDecoder(),
    photoStore: openPhotos(config, objects, 'photos'),
    shownPhotoStore: openPhotos(config, objects, 'shown-photos'),
    objects,
    uploadsFolder: join(config.dataDir, 'uploads'),
    space,
    log,
    metrics: undefined,
  }
}
