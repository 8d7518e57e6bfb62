import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Deps } from './deps.ts'
import { diskPhotoStore } from './images/disk-photo-store.ts'
import { consoleLog } from './log.ts'
import { createGeocoder } from './places/create-geocoder.ts'

/** The world as it is: what a server works with, and the command line while no server does. */
export function createDeps(config: Config, db: Db, log = consoleLog): Deps {
  return {
    config,
    db,
    now: () => new Date(),
    randomBytes,
    smsGateway: undefined,
    geocoder: createGeocoder(config.geocoderUrl, log),
    photoStore: diskPhotoStore(join(config.dataDir, 'photos')),
    uploadsFolder: join(config.dataDir, 'uploads'),
    log,
  }
}
