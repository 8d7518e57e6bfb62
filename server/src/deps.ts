import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import type { Db } from './db/client.ts'
import { createLog, type Log } from './log.ts'
import { diskPhotoStore } from './photos/disk-photo-store.ts'
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
  /** Folder of the uploads that are not complete yet. */
  readonly uploadsFolder: string
  /** The free space of the data folder. */
  readonly space: DiskSpace
  readonly log: Log
}

export const openPhotoStore = ({ dataDir }: Pick<Config, 'dataDir'>): PhotoStore =>
  diskPhotoStore(join(dataDir, 'photos'))

const openShownPhotoStore = ({ dataDir }: Pick<Config, 'dataDir'>): PhotoStore =>
  diskPhotoStore(join(dataDir, 'shown-photos'))

/** The real dependencies, for the server and for the command line. */
export function createDeps(
  config: Config,
  db: Db,
  log = createLog(config.logFormat),
  space: DiskSpace = unlimitedSpace,
): Deps {
  return {
    config,
    db,
    now: () => new Date(),
    wait: (ms) => wait(ms),
    randomBytes,
    smsGateway: createSmsGateway(config.signIn, log),
    geocoder: createGeocoder(config.geocoderUrl, log),
    photoDecoder: openPhotoDecoder(),
    photoStore: openPhotoStore(config),
    shownPhotoStore: openShownPhotoStore(config),
    uploadsFolder: join(config.dataDir, 'uploads'),
    space,
    log,
  }
}
